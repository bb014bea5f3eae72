"""An evening without an argument: what one hand wants is asked at the other chair, on the screen of the table."""

from __future__ import annotations

from pathlib import Path

from companion.games.backgammon import START
from companion.games.rules import Side
from companion.match.phases import Phase
from companion.match.view import view_of
from companion.screen.navigator import PageName
from companion.texts import Language
from tests.screen.conftest import Stage
from tests.screen.test_story import Story, open_with_three_one, set_up, told
from tests.screen.with_services import opened, over, touch
from tests.states import backgammon


def asked(story: Story, to: Side, name: str) -> None:
    """The question stands at one chair, with a yes and a no, and is read at both."""
    halves = {Side.LIGHT: story.stage.screen.ids.lower, Side.DARK: story.stage.screen.ids.upper}
    assert {"answer-0", "answer-1"} <= halves[to].fields.keys()
    assert not {"answer-0", "answer-1"} & halves[to.other].fields.keys()
    question = view_of(backgammon(story.session.state)).question
    assert question is not None
    assert question.to == {to}
    story.stage.keep(name)


def test_nobody_alone_changes_what_both_have_played(stage: Stage, tmp_path: Path) -> None:
    with told(stage, tmp_path, Language.ENGLISH, (480, 800)) as story:
        set_up(story)
        story.lies(START)
        open_with_three_one(story)

        # A pause is free where no clock runs; to end it takes two.
        story.touches("pause", side=Side.DARK)
        assert story.session.state.phase is Phase.PAUSED
        story.touches("action", side=Side.DARK)
        asked(story, Side.LIGHT, "consent-go-on")
        story.touches("answer-0", side=Side.LIGHT)
        assert story.session.state.phase is not Phase.PAUSED

        # A double stays offered, and a take stays taken.
        story.touches("double", side=Side.DARK)
        story.touches("undo", side=Side.DARK)
        asked(story, Side.LIGHT, "consent-double")
        story.touches("answer-1", side=Side.LIGHT)
        assert story.session.state.phase is Phase.DOUBLED
        story.touches("answer-0", side=Side.LIGHT)
        assert story.session.state.record.cube.value == 2
        story.touches("undo", side=Side.DARK)
        asked(story, Side.LIGHT, "consent-take")
        story.touches("answer-1", side=Side.LIGHT)
        assert story.session.state.record.cube.value == 2

        # A position is seen by who agrees to it.
        before = story.session.state.record.position
        page = opened(stage, PageName.POSITION)
        touch(stage, page.turns[Side.LIGHT])
        touch(stage, page.fields["accept"])
        story.look()
        asked(story, Side.DARK, "consent-position")
        story.touches("answer-1", side=Side.DARK)
        assert story.session.state.record.position == before

        # A game is over when both say so, and so is its result.
        result = f"{stage.screen.ids.lower.name}\nSingle game"
        story.touches("menu", "Game over", result, result, side=Side.LIGHT)
        asked(story, Side.DARK, "consent-over")
        assert story.session.state.record.score == (0, 0)
        story.touches("answer-0", side=Side.DARK)
        assert story.session.state.record.score == (2, 0)
        story.touches("action", side=Side.LIGHT)
        asked(story, Side.DARK, "consent-result")
        story.touches("answer-0", side=Side.DARK)
        assert story.session.state.phase is Phase.BETWEEN_GAMES


def test_a_match_that_is_not_over_is_left_when_both_chairs_say_so(stage: Stage, tmp_path: Path) -> None:
    with told(stage, tmp_path, Language.ENGLISH, (800, 480)) as story:
        set_up(story)
        story.lies(START)
        open_with_three_one(story)
        first = story.session.number
        form = opened(stage, PageName.NEW_MATCH)
        touch(stage, form.begin)
        touch(stage, over(stage).act)
        assert story.session.number == first, "the other player has not agreed yet"
        stage.keep("consent-new-match")
        turned = form.children[0]
        (chair,) = turned.children
        (asked,) = chair.children
        stage.touch(*turned.to_parent(*asked.keep.center))
        assert (story.session.number, turned.parent) == (first, None)
        touch(stage, form.begin)
        touch(stage, over(stage).act)
        turned = form.children[0]
        (chair,) = turned.children
        (asked,) = chair.children
        stage.touch(*turned.to_parent(*asked.act.center))
        story.look()
        assert story.session.number != first
