"""What the server stores.

What tables have sent: :class:`Table`, :class:`Match`, :class:`Stream`, :class:`Entry`, :class:`Conflict`.  Entries are
only added.  What people decide: who the players are, :class:`Player`, :class:`Name`, and the draws of tournaments,
:class:`Tournament`, :class:`Entrant`, :class:`Pairing`.  All else is derived from these, and made again by ``rebuild``:
:class:`Result`, :class:`Turn`, :class:`Standing`, :class:`Pair`; but for :class:`Analysis`, which takes long and stays
while what was played stays the same.
"""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from companion.club.draw import Outcome, Plan
from companion.games.catalogue import Game

_GAMES = [(game.value, game.value) for game in Game]


class Table(models.Model):
    """A device.

    ``token_hash``: SHA-256 of its token, None while it is not paired or was revoked.  ``delay_min``: so many minutes
    spectators of a match in play are behind.
    """

    name = models.CharField(max_length=80, unique=True)
    token_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)
    paired = models.DateTimeField(null=True, editable=False)
    heard = models.DateTimeField(null=True, editable=False)
    delay_min = models.PositiveSmallIntegerField("minutes that spectators are behind", default=0)

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    """A match of a table, as its header was sent last.

    ``number``: its serial number at the table.  ``epoch``: the newest that is known of it.  ``header``: the facts
    before its first entry, as :func:`companion.record.header_lines.header_line` writes them.  ``digest``: SHA-256 of
    the header as it was sent, names included.  ``deleted_epoch``: the last epoch in which the table deleted it.
    """

    uuid = models.UUIDField(unique=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveIntegerField()
    epoch = models.PositiveIntegerField()
    header = models.JSONField()
    digest = models.CharField(max_length=64)
    deleted_epoch = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "matches"
        indexes = (models.Index(fields=["table", "-number"], name="newest_match"),)

    def __str__(self) -> str:
        return str(self.uuid)

    @property
    def is_deleted(self) -> bool:
        return self.deleted_epoch >= self.epoch


class Streams(models.QuerySet["Stream"]):
    """Some streams."""

    def renew(self) -> None:
        """Let the results of their matches be derived again."""
        self.update(changes=F("changes") + 1)


class Stream(models.Model):
    """The entries of one epoch of a match.

    ``last``: the number of the last one, before which none is missing.  ``taken``: how often a person decided that what
    was stored does not count.  ``changes``: how often something of it or of its match has come; ``derived``: of how
    many of them its result was derived.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="streams")
    epoch = models.PositiveIntegerField()
    last = models.PositiveIntegerField(default=0)
    taken = models.PositiveIntegerField(default=0)
    changes = models.PositiveBigIntegerField(default=1)
    derived = models.PositiveBigIntegerField(default=0)

    objects = Streams.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "epoch"], name="one_stream"),)
        indexes = (models.Index(fields=["id"], condition=Q(changes__gt=F("derived")), name="new_streams"),)

    def __str__(self) -> str:
        return f"{self.match_id}, epoch {self.epoch}"


class Entry(models.Model):
    """One entry of a journal: its canonical form (:mod:`companion.record.canonical`) and the SHA-256 of that.

    Its serial number here gives the order in which entries came.  ``replaced``: a person has decided for another one.
    """

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="entries")
    n = models.PositiveIntegerField()
    digest = models.BinaryField(max_length=32)
    line = models.BinaryField()
    replaced = models.ForeignKey("Conflict", on_delete=models.PROTECT, null=True, related_name="replaces")

    class Meta:
        verbose_name_plural = "entries"
        constraints = (models.UniqueConstraint(fields=["stream", "n"], condition=Q(replaced=None), name="one_entry"),)

    def __str__(self) -> str:
        return f"{self.stream}, entry {self.n}"


class Conflict(models.Model):
    """Something that was sent and contradicts what is stored: a person decides.

    ``n``: the first entry that differs; 0 where the match is another table's.  ``line``: the entry that was sent.
    """

    class Decision(models.TextChoices):
        OPEN = "open", "not decided"
        KEPT = "kept", "what is stored counts"
        TAKEN = "taken", "what was sent counts"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="conflicts")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="conflicts")
    epoch = models.PositiveIntegerField()
    n = models.PositiveIntegerField()
    line = models.BinaryField(blank=True)
    found = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=5, choices=Decision, default=Decision.OPEN)
    decided = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["match", "table", "epoch", "n"], condition=Q(decision="open"), name="one_open_conflict"
            ),
        )

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        """Return what contradicts what, for a person."""
        if self.n:
            return f"{self.table}, match {self.match}: entry {self.n} of epoch {self.epoch} is another one than before"
        return f"{self.table} has sent match {self.match}, which belongs to {self.match.table}"


class Player(models.Model):
    """A person who plays.  ``name``: as it is shown; empty if the person does not want to be named."""

    name = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class Name(models.Model):
    """A name under which a player appears at tables.

    ``key``: made of the name by :func:`companion.club.people.key_of`, which cannot be reversed: a removed name is still
    known when it comes again, and nobody can read it.
    """

    key = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="names")

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.player}"


class Result(models.Model):
    """How a match stands.  Derived.

    ``epoch``, ``n``: up to which entry.  ``light``, ``dark``: None without a name, or for the engine.  ``score``,
    ``finished``, ``winner``, ``cause``: of :class:`companion.record.recorded.Result`.  ``ended``: the serial number of
    the entry that decided it, None before that and in money play; ratings follow this order.  ``is_rated``: between
    two people, without a coach.
    ``light_rating``, ``dark_rating``: after the match; ``..._experience``: the points of match length behind it.
    ``state``: what is shown of it now, see :mod:`companion.club.state`; nothing while all of it is held.  ``revision``:
    grows with each change of what is shown.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True)
    epoch = models.PositiveIntegerField()
    n = models.PositiveIntegerField()
    game = models.CharField(max_length=12, choices=_GAMES)
    length = models.PositiveIntegerField()
    started = models.DateTimeField(null=True)
    light = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="as_light")
    dark = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="as_dark")
    light_score = models.PositiveIntegerField(default=0)
    dark_score = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)
    winner = models.CharField(max_length=5, blank=True)
    cause = models.CharField(max_length=20, blank=True)
    ended = models.BigIntegerField(null=True, db_index=True)
    is_rated = models.BooleanField(default=False)
    light_rating = models.FloatField(null=True)
    dark_rating = models.FloatField(null=True)
    light_experience = models.PositiveIntegerField(default=0)
    dark_experience = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)
    trouble = models.CharField(max_length=300, blank=True)
    revision = models.BigIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=["light", "dark", "game"], name="by_light"),
            models.Index(fields=["dark", "light", "game"], name="by_dark"),
            models.Index(fields=["light", "game", "ended"], condition=Q(is_rated=True), name="rated_light"),
            models.Index(fields=["dark", "game", "ended"], condition=Q(is_rated=True), name="rated_dark"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.light_score}-{self.dark_score}"


class Held(models.Model):
    """A state of a match that is shown once it is ``due``.  Derived."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="held")
    due = models.DateTimeField(db_index=True)
    state = models.JSONField()

    class Meta:
        verbose_name_plural = "held"

    def __str__(self) -> str:
        return f"{self.match_id} from {self.due}"


class Standing(models.Model):
    """A player's results in a game.  Derived.  ``rating``: None before the first match that is rated."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings")
    game = models.CharField(max_length=12, choices=_GAMES)
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    rating = models.FloatField(null=True)
    experience = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "game"], name="one_standing"),)
        indexes = (models.Index(fields=["game", "-rating"], name="by_rating"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.won}-{self.lost}"


class Pair(models.Model):
    """The results of one player against another.  Derived.  ``points``: won in money play, less those lost."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="pairs")
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=12, choices=_GAMES)
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "opponent", "game"], name="one_pair"),)

    def __str__(self) -> str:
        return f"{self.player} - {self.opponent}: {self.won}-{self.lost}"


class Turn(models.Model):
    """A position that was played, for the search.  Derived.

    ``number``: the turn counted over the match.  ``position``: Position ID, or FEN, after it.  ``opening``: the roll
    and the play, for the first turn of a game that began at the start position.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    position = models.CharField(max_length=120)
    opening = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "number"], name="one_turn"),)
        indexes = (
            models.Index(fields=["position", "id"], name="by_position"),
            models.Index(fields=["opening", "id"], condition=~Q(opening=""), name="by_opening"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}, turn {self.number}"


class Analysis(models.Model):
    """What the players lost in a match that is over, as an engine judges it.  Derived, by ``analyse``.

    ``digest``: of what was played, :attr:`companion.club.following.Followed.digest`; when that becomes another one the
    analysis goes.  ``light``, ``dark``: the equity that each decision lost, in points; None where the coach helped.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True)
    digest = models.CharField(max_length=64)
    engine = models.CharField(max_length=20)
    ply = models.PositiveSmallIntegerField()
    light = models.JSONField(null=True)
    dark = models.JSONField(null=True)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"{self.match_id}, {self.engine} {self.ply}-ply"


class Tournament(models.Model):
    """A tournament, see :class:`companion.club.draw.Plan`.  ``places``: of entrants; more wait, None: no limit."""

    name = models.CharField(max_length=80, unique=True)
    game = models.CharField(max_length=12, choices=_GAMES, default=Game.BACKGAMMON.value)
    length = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)], help_text="Swiss: in so many rounds"
    )
    lives = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)], help_text="knock-out: out after so many defeats"
    )
    again = models.BooleanField("may meet again", default=False, help_text="where another draw would avoid it")
    places = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MinValueValidator(2)])
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(rounds=None) | Q(lives=None),
                name="one_kind",
                violation_error_message="give rounds (Swiss), lives (knock-out) or neither (round robin)",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.pk])

    @property
    def plan(self) -> Plan:
        return Plan(self.rounds, self.lives, self.again)


class Entrant(models.Model):
    """Somebody in a tournament.

    ``player``: None once it was forgotten.  ``line``: the place in the order in which they entered, which is that of
    the seeds of those without ``seed``, too.  ``since``: the first round that it can play.  ``waiting``: for a place.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="entrants")
    line = models.PositiveIntegerField()
    seed = models.PositiveIntegerField(null=True, blank=True)
    since = models.PositiveIntegerField(default=1)
    waiting = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "player"], name="entered_once"),
            models.UniqueConstraint(fields=["tournament", "line"], name="one_in_line"),
        )

    def __str__(self) -> str:
        return "" if self.player is None else str(self.player)


class Pairing(models.Model):
    """Two who were drawn against each other; ``second``: None for a free round.

    The match that decides it is found by :mod:`companion.club.tournaments` among those that ended after the draw: after
    ``drawn``, with an entry after number ``after``.  ``outcome`` and ``reason``: what the director says instead.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    first = models.ForeignKey(Entrant, on_delete=models.RESTRICT, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.RESTRICT, null=True, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    drawn = models.DateTimeField()
    after = models.BigIntegerField()
    outcome = models.CharField(max_length=7, blank=True, choices=[(one.value, one.value) for one in Outcome])
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tournament", "round", "place"], name="one_pairing"),)

    def __str__(self) -> str:
        return f"{self.first} - {self.second or ''}"
