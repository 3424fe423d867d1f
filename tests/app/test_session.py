"""The session: whatever is done to a document can be undone to the same object, and done again."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.session import Session
from core.edits.cells import SetCells
from core.errors import SandboxError
from core.examples import load_example
from core.trace import run
from tests.support.edits import edits
from tests.support.scenarios import scenarios

Q = ((0, 0, 0),)


def same_bits(trace, fresh):
    return trace.keys() == fresh.keys() and all(
        trace[name].values.tobytes() == fresh[name].values.tobytes() for name in fresh
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scenarios(), st.data())
def test_undo_and_redo_over_random_edits_give_the_same_objects(qapp, scenario, data):
    session = Session(scenario)
    seen = [scenario]
    for _ in range(data.draw(st.integers(1, 8))):
        gesture = data.draw(st.sampled_from([None, None, 1, 2]))
        count = session.undo_stack.count()
        try:
            session.attempt(data.draw(edits(session.scenario)), gesture=gesture)
        except SandboxError:
            assert session.scenario is seen[-1]
            continue
        if session.undo_stack.count() > count:
            seen.append(session.scenario)
        else:  # nothing changed, or a gesture went on
            seen[-1] = session.scenario
    for earlier in reversed(seen[:-1]):
        session.undo_stack.undo()
        assert session.scenario is earlier
        assert same_bits(session.trace, run(earlier.program()))
    assert not session.undo_stack.canUndo()
    for later in seen[1:]:
        session.undo_stack.redo()
        assert session.scenario is later
    assert not session.undo_stack.canRedo()


def test_a_gesture_is_one_undo_step_and_another_one_is_another(qapp):
    session = Session(load_example("worked-example"))
    for gesture, number in ((1, 3.0), (1, 4.0), (2, 5.0), (None, 6.0), (None, 7.0)):
        session.apply(SetCells("attn.q", Q, (number,)), gesture=gesture)
    numbers = []
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
        numbers.append(float(session.scenario.given["attn.q"][0, 0, 0]))
    assert numbers == [6.0, 5.0, 4.0, 2.0]


def test_a_gesture_that_goes_on_after_saving_is_a_change_to_save(qapp, tmp_path):
    session = Session(load_example("worked-example"))
    session.apply(SetCells("attn.q", Q, (3.0,)), gesture=1)
    session.mark_saved(tmp_path / "x.tsbx")
    session.apply(SetCells("attn.q", Q, (4.0,)), gesture=1)
    assert session.is_modified
    session.undo_stack.undo()
    assert session.scenario.given["attn.q"][0, 0, 0] == 3.0
    assert not session.is_modified


def test_a_gesture_that_was_undone_does_not_go_on(qapp):
    session = Session(load_example("worked-example"))
    session.apply(SetCells("attn.q", Q, (3.0,)), gesture=1)
    session.undo_stack.undo()
    session.apply(SetCells("attn.q", Q, (4.0,)), gesture=1)
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.scenario.given["attn.q"][0, 0, 0] == 2.0


def test_a_gesture_is_given_up_without_a_trace(qapp):
    session = Session(load_example("worked-example"))
    before = session.scenario
    session.apply(SetCells("attn.q", Q, (3.0,)), gesture=1)
    session.abandon(1)
    assert session.scenario is before
    assert session.undo_stack.count() == 0
    session.abandon(1)
    assert session.scenario is before
