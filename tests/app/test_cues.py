"""What is heard and lit: told by the views of a real session that is played by commands."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from companion.app.console import command
from companion.app.console_words import Order
from companion.app.cues import Cue, CueKind, LampCue, SoundCue, cues, lamps
from companion.games.backgammon import BackgammonRules, RuleSet
from companion.games.rules import Side
from companion.match.message import Message
from companion.match.session import Terms, begun, step
from companion.match.state import DiceSource, EndOfTurn
from companion.match.view import QuestionShown, View, view_of
from companion.record import Mode
from companion.texts import sentence
from tests.match.test_session import moved
from tests.screen.views import UNDER_WAY
from tests.table import LEFT, opened, position

ALL_OFF = {Side.LIGHT: LampCue.OFF, Side.DARK: LampCue.OFF}
BEARING_OFF = f"position {position('6:5 5:5 4:5 | 19:-5 20:-5 21:-5').id()} light"
ON_THE_BAR = f"position {position('bar:1 6:5 5:5 4:4 | 19:-3 20:-3 21:-3 22:-3 23:-3').id()} light"


class Session:
    """A match that is told line by line, and the view after each line."""

    def __init__(self, mode: Mode = Mode.TRAINING, length: int = 5, rules: str = "") -> None:
        terms = Terms(("Ann", "Ben"), length, mode=mode, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.BOTH, asks=True)
        if rules:
            terms = replace(terms, rules=BackgammonRules(RuleSet.from_text(rules)))
        self.state = begun(terms)
        self.views = [view_of(self.state)]

    def tell(self, *lines: str) -> tuple[Cue, ...]:
        """What is heard of the last of these lines."""
        for line in lines:
            told = command(line, self.state, self.state.t + 1.0)
            assert not isinstance(told, Order)
            self.state, _ = step(self.state, told)
            self.views.append(view_of(self.state))
        return cues(self.views[-2], self.views[-1])

    @property
    def view(self) -> View:
        return self.views[-1]

    def all(self) -> list[Cue]:
        return [cue for before, after in pairwise(self.views) for cue in cues(before, after)]


def tones(heard: tuple[Cue, ...]) -> list[SoundCue]:
    return [cue.tone for cue in heard if cue.tone is not None]


def words(heard: tuple[Cue, ...]) -> list[str]:
    return [sentence(said.key, said.values) for cue in heard for said in cue.said]


def test_a_roll_is_one_soft_sound_at_the_family_table_and_its_numbers_are_said() -> None:
    heard = Session().tell("roll 54")
    assert (tones(heard), words(heard)) == ([SoundCue.ROLL], ["5, 4"])


def test_the_same_roll_is_not_heard_again_while_it_is_played() -> None:
    session = Session()
    session.tell("roll 54")
    assert cues(session.view, session.view) == ()
    assert cues(session.view, replace(session.view, hand=True, confidence=(0.5,) * 24)) == ()


def test_the_same_numbers_of_the_next_player_are_another_roll() -> None:
    assert tones(Session().tell("roll 31", "play 8/5 6/5", "roll 31")) == [SoundCue.ROLL]


def test_a_misread_roll_that_is_put_right_is_said_again() -> None:
    assert words(Session().tell("roll 31", "play 8/5 6/5", "roll 64", "roll 65")) == ["6, 5"]


def test_a_hit_is_one_soft_sound() -> None:
    session = Session()
    session.tell("roll 64", "play 24/14", "roll 21")
    assert tones(session.tell("play 13/11* 6/5")) == [SoundCue.HIT]


def test_a_play_that_hits_nobody_makes_no_sound() -> None:
    session = Session()
    session.tell("roll 31")
    assert session.tell("play 8/5 6/5") == ()


def test_checkers_that_are_borne_off_are_one_soft_sound() -> None:
    session = Session()
    session.tell("roll 31", "play 8/5 6/5", "roll 64", "play 24/14")
    heard = session.tell(BEARING_OFF, "roll 65", "play 6/off 5/off")
    assert tones(heard) == [SoundCue.BEAR_OFF]


def test_who_cannot_move_is_told_so_with_the_roll() -> None:
    session = Session()
    session.tell("roll 31", "play 8/5 6/5", ON_THE_BAR)
    heard = session.tell("roll 65")
    assert session.view.on_roll is Side.DARK
    assert (tones(heard), words(heard)) == ([SoundCue.ROLL], ["6, 5", "No move with 6-5. The turn passes."])


def test_what_is_undone_is_no_news() -> None:
    session = Session()
    session.tell("roll 64", "play 24/14", "roll 21", "play 13/11* 6/5")
    assert tones(session.tell("undo", "answer 1")) == []


def test_a_refereed_match_makes_no_noise_for_legal_plays_and_the_voice_says_what_the_screen_says() -> None:
    session = Session(Mode.REFEREED)
    session.tell("roll 64", "play 24/14", "roll 21", "play 13/11* 6/5", "roll 62", "double", "take")
    session.tell(BEARING_OFF, "answer 1", "roll 65", "play 6/off 5/off", "roll 11")
    heard = session.all()
    assert {CueKind.ROLL, CueKind.HIT, CueKind.BEAR_OFF} <= {cue.kind for cue in heard}
    assert [cue.kind for cue in heard if cue.tone is not None] == [CueKind.QUESTION]  # whether both set the position


def test_a_recorded_match_is_silent() -> None:
    session = Session(Mode.RECORDED)
    session.tell("roll 64", "play 24/14", "roll 21", "play 13/11* 6/5", "end dark gammon")
    assert session.all() == []


def illegal(mode: Mode = Mode.REFEREED) -> tuple[View, View]:
    """Dark has played against the rules: the view before, and after the ruling."""
    table, board = opened(Terms(mode=mode))
    table.see(board, "65", LEFT)
    before = view_of(table.state)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    return before, view_of(table.state)


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.TRAINING])
def test_a_warning_sounds_once_says_its_sentence_and_blinks_at_the_players_chair(mode: Mode) -> None:
    before, warned = illegal(mode)
    heard = cues(before, warned)
    assert warned.message is not None
    assert tones(heard) == [SoundCue.ALARM]
    assert words(heard)[0] == sentence(warned.message.key, warned.message.values)
    assert cues(warned, warned) == ()
    assert lamps(warned) == {Side.LIGHT: LampCue.OFF, Side.DARK: LampCue.BLINKING}


def test_an_illegal_play_in_a_recorded_match_is_neither_heard_nor_seen() -> None:
    before, after_it = illegal(Mode.RECORDED)
    assert cues(before, after_it) == ()
    assert LampCue.BLINKING not in lamps(after_it).values()


def test_a_question_of_what_was_not_seen_well_is_a_soft_sound_and_no_lamp_blinks() -> None:
    asked = replace(UNDER_WAY, question=QuestionShown("question.which-play", (), frozenset({Side.DARK})))
    heard = cues(UNDER_WAY, asked)
    assert (tones(heard), words(heard)) == ([SoundCue.QUESTION], ["Which play was it?"])
    assert lamps(asked) == {Side.LIGHT: LampCue.OFF, Side.DARK: LampCue.ON}


def test_a_question_with_its_band_is_said_once() -> None:
    question = QuestionShown("question.which-roll", ())
    asked = replace(UNDER_WAY, question=question, message=Message("question.which-roll", alarm=False))
    assert words(cues(UNDER_WAY, asked)) == ["Which roll was it?"]


def test_the_cube_is_told_without_noise_and_the_doubled_players_lamp_blinks() -> None:
    session = Session()
    session.tell("roll 31", "play 8/5 6/5")
    offered = session.tell("double")
    assert (tones(offered), words(offered)) == ([], ["Ben doubles to 2"])
    assert lamps(session.view) == {Side.LIGHT: LampCue.BLINKING, Side.DARK: LampCue.OFF}
    taken = session.tell("take")
    assert (tones(taken), words(taken)) == ([], ["Ann takes"])
    assert lamps(session.view) == {Side.LIGHT: LampCue.OFF, Side.DARK: LampCue.ON}


def test_a_beaver_and_a_raccoon_are_called_so() -> None:
    session = Session(length=0, rules="tournament beavers=true raccoons=true")
    session.tell("roll 31", "play 8/5 6/5")
    assert words(session.tell("double")) == ["Ben doubles to 2"]
    assert words(session.tell("beaver")) == ["Ann beavers to 4"]
    assert words(session.tell("raccoon")) == ["Ben raccoons to 8"]


def test_a_double_that_was_taken_before_it_was_seen_is_told_as_taken() -> None:
    session = Session()
    session.tell("roll 31", "play 8/5 6/5")
    before = session.view
    session.tell("double", "take")
    assert words(cues(before, session.view)) == ["Ann takes"]


def test_a_dropped_double_ends_the_game_with_the_score() -> None:
    session = Session()
    session.tell("roll 31", "play 8/5 6/5", "double")
    heard = session.tell("drop")
    assert words(heard) == ["Ann drops", "Ben wins 1 point", "Ann 0, Ben 1"]
    assert lamps(session.view) == ALL_OFF


def test_the_next_game_begins_without_a_word() -> None:
    session = Session()
    session.tell("roll 31", "play 8/5 6/5", "double", "drop")
    assert session.tell("next") == ()


def test_the_lamp_of_the_player_on_turn_is_lit_and_both_at_the_start() -> None:
    session = Session()
    assert lamps(session.view) == {Side.LIGHT: LampCue.ON, Side.DARK: LampCue.ON}
    session.tell("roll 31")
    assert lamps(session.view) == {Side.LIGHT: LampCue.ON, Side.DARK: LampCue.OFF}
    session.tell("play 8/5 6/5")
    assert lamps(session.view) == {Side.LIGHT: LampCue.OFF, Side.DARK: LampCue.ON}
    session.tell("pause")
    assert lamps(session.view) == ALL_OFF


def test_the_first_view_tells_no_news_and_a_match_in_another_mode_begins_anew() -> None:
    before, warned = illegal()
    assert cues(None, warned) == ()
    assert cues(replace(before, mode=Mode.TRAINING), warned) == ()


def test_a_notice_is_spoken_once_and_again_only_if_a_person_asks_again() -> None:
    quiet = replace(UNDER_WAY, mode=Mode.REFEREED)
    told = replace(quiet, message=Message("awaited.opening", alarm=False), said_t=3.0)
    assert [cue.kind for cue in cues(quiet, told)] == [CueKind.NOTICE]
    assert cues(told, replace(told, hand=True)) == ()
    assert cues(told, quiet) == ()
    assert [cue.kind for cue in cues(told, replace(told, said_t=9.0))] == [CueKind.NOTICE]


def test_a_warning_that_a_notice_stood_before_does_not_sound_again() -> None:
    alarm = Message("blocked-point", {"point": "12"}, (13,))
    warned = replace(UNDER_WAY, mode=Mode.REFEREED, message=alarm, said_t=3.0)
    before = replace(warned, message=Message("refused.undo", alarm=False, over=alarm), said_t=5.0)
    assert [cue.kind for cue in cues(warned, before)] == [CueKind.NOTICE]
    assert cues(before, replace(warned, said_t=5.0)) == ()
    assert [cue.kind for cue in cues(warned, replace(warned, said_t=6.0))] == [CueKind.WARNING]
