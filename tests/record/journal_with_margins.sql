BEGIN TRANSACTION;
CREATE TABLE attempts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        exercise TEXT NOT NULL,
        solved INTEGER NOT NULL,
        at TEXT NOT NULL,
        loss_mp REAL,
        helped INTEGER NOT NULL
    );
CREATE TABLE boots (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        kernel_id TEXT NOT NULL,
        first_seen TEXT NOT NULL
    );
INSERT INTO "boots" VALUES(1,'a','2026-11-22T22:20:03.269+00:00');
CREATE TABLE draws (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        drawn TEXT NOT NULL,
        match_id INTEGER NOT NULL REFERENCES matches (id),
        first INTEGER NOT NULL CHECK (first BETWEEN 1 AND 6),
        second INTEGER NOT NULL CHECK (second BETWEEN 1 AND 6),
        entry_n INTEGER
    );
CREATE TABLE drills (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        match_id INTEGER REFERENCES matches (id),
        player TEXT NOT NULL,
        source TEXT NOT NULL,
        game INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        position TEXT NOT NULL,
        best TEXT NOT NULL,
        made TEXT NOT NULL,
        loss REAL NOT NULL,
        engine TEXT NOT NULL,
        ply INTEGER NOT NULL,
        due TEXT NOT NULL,
        box INTEGER NOT NULL CHECK (box >= 0),
        tries INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        UNIQUE (player, position)
    );
CREATE TABLE entries (
        match_id INTEGER NOT NULL REFERENCES matches (id),
        n INTEGER NOT NULL,
        t REAL NOT NULL,
        frame INTEGER,
        event TEXT NOT NULL,
        side TEXT,
        dice TEXT,
        play TEXT,
        position TEXT,
        reason TEXT,
        confidence REAL,
        margin REAL,
        latency_ms REAL,
        details TEXT,
        PRIMARY KEY (match_id, n)
    );
INSERT INTO "entries" VALUES(1,1,0.0,0,'start',NULL,NULL,NULL,'4HPwATDgc/ABMA',NULL,NULL,NULL,NULL,'{"game": 1, "score": [0, 0]}');
INSERT INTO "entries" VALUES(1,2,4.0,7,'roll','light','[3, 1]',NULL,'4HPwATDgc/ABMA',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entries" VALUES(1,3,9.0,12,'play','light','[3, 1]','8/5 6/5','sGfwATDgc/ABMA',NULL,0.9,5.0,NULL,NULL);
INSERT INTO "entries" VALUES(1,4,15.0,15,'roll','dark','[6, 5]',NULL,'sGfwATDgc/ABMA',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started TEXT NOT NULL,
        light TEXT NOT NULL,
        dark TEXT NOT NULL,
        length INTEGER NOT NULL CHECK (length >= 0),
        mode TEXT NOT NULL,
        rules TEXT NOT NULL
    , boot INTEGER REFERENCES boots (number), clock_doubtful INTEGER NOT NULL DEFAULT 0, terms TEXT NOT NULL DEFAULT '{}', deleted_at TEXT);
INSERT INTO "matches" VALUES(1,'2026-11-22T22:20:03+00:00','Anna','Ben',3,'refereed','tournament jacoby=true wrong_start_until=4 aids=any',1,1,'{"end_of_turn": "button", "dice": "both", "clock": false, "asks": true, "younger": "light", "looks_before_asking": 3, "patience_s": 8.0, "idle_s": 300.0, "same_place": 0.04, "sure_of_cube": 0.3, "margins": {"certain": 4.0, "lawful": 1.5, "illegal": 5.0, "missing": 6.0, "strain": 3.0, "hidden": 8.0, "support": 1.5, "dice": 7.0, "least_seen": 18, "gone": 2.5, "sameness": 1.0}, "roll_area": null, "teaching": {"light": {"help": 4, "words": "usual", "guard": false}, "dark": {"help": 4, "words": "usual", "guard": false}, "speaks": true, "threshold": 0.15}, "opponent": null, "pictures": true}',NULL);
CREATE TABLE start_corrections (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        match_id INTEGER NOT NULL REFERENCES matches (id),
        started TEXT NOT NULL,
        corrected_at TEXT NOT NULL
    );
CREATE TRIGGER entries_are_only_added BEFORE UPDATE ON entries
    BEGIN SELECT RAISE (ABORT, 'entries are only added, never changed'); END;
CREATE INDEX start_corrections_of_a_match ON start_corrections (match_id, id);
CREATE INDEX draws_of_a_match ON draws (match_id, id);
CREATE VIEW headers AS
    SELECT
        id,
        coalesce(corrected, began) AS started,
        light, dark, length, mode, rules, boot,
        clock_doubtful AND corrected IS NULL AS clock_doubtful,
        terms, deleted_at,
        CASE WHEN corrected IS NOT NULL THEN began END AS first_started
    FROM (
        SELECT *, started AS began,
            (SELECT c.started FROM start_corrections c WHERE c.match_id = m.id ORDER BY c.id DESC LIMIT 1) AS corrected
        FROM matches m
    );
CREATE TRIGGER matches_keep_their_start BEFORE UPDATE OF id, started, boot, clock_doubtful ON matches
    BEGIN SELECT RAISE (ABORT, 'the start of a match is corrected, never changed'); END;
CREATE TRIGGER matches_are_marked_before_they_go BEFORE DELETE ON matches WHEN OLD.deleted_at IS NULL
    BEGIN SELECT RAISE (ABORT, 'a match is marked as deleted before it goes'); END;
CREATE TRIGGER entries_go_with_their_match BEFORE DELETE ON entries
    WHEN (SELECT deleted_at FROM matches WHERE id = OLD.match_id) IS NULL
    BEGIN SELECT RAISE (ABORT, 'entries go only with their match'); END;
CREATE TRIGGER draws_are_used_once BEFORE UPDATE ON draws
    WHEN OLD.entry_n IS NOT NULL OR NEW.entry_n IS NULL OR NEW.id <> OLD.id OR NEW.drawn <> OLD.drawn
        OR NEW.match_id <> OLD.match_id OR NEW.first <> OLD.first OR NEW.second <> OLD.second
    BEGIN SELECT RAISE (ABORT, 'a draw never changes, and is used once'); END;
CREATE TRIGGER draws_go_with_their_match BEFORE DELETE ON draws
    WHEN (SELECT deleted_at FROM matches WHERE id = OLD.match_id) IS NULL
    BEGIN SELECT RAISE (ABORT, 'draws go only with their match'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('boots',1);
INSERT INTO "sqlite_sequence" VALUES('matches',1);
COMMIT;
PRAGMA user_version = 3;
