"""The undo history holds a bounded number of bytes: the oldest steps go, the newest stays."""

from dataclasses import replace

import numpy as np
import pytest

from app import session as session_module
from app.session import Session
from core.architecture.presets import new_scenario, preset
from core.edits.cells import SetCells
from core.edits.texts import SetTitle
from core.examples import load_example
from core.scenario import Parameter

NAME = "attn.q"


@pytest.fixture
def session(qapp, monkeypatch):
    made = Session(load_example("worked-example"))
    step = made.scenario.given[NAME].nbytes
    monkeypatch.setattr(session_module, "UNDO_BYTES", 4 * step)
    return made


def edit(session, number):
    assert session.apply(SetCells(NAME, ((0, 0, 0),), (float(number),)))
    return session.scenario


def held(scenarios, beside):
    """Count the bytes of the arrays that these scenarios hold and another does not."""
    arrays = {id(array): array for made in scenarios for array in arrays_of(made)}
    return sum(array.nbytes for key, array in arrays.items() if key not in {*map(id, arrays_of(beside))})


def arrays_of(scenario):
    return [*scenario.given.values(), *(parameter.base for parameter in scenario.parameters.values())]


def test_the_oldest_steps_are_forgotten_and_undo_ends_at_the_oldest_kept(session):
    states = [session.scenario, *(edit(session, number) for number in range(10, 20))]
    assert session.undo_stack.count() == 4
    assert held(states[-5:], session.scenario) <= session_module.UNDO_BYTES
    for earlier in reversed(states[-5:-1]):
        session.undo_stack.undo()
        assert session.scenario is earlier
    assert not session.undo_stack.canUndo()
    for later in states[-4:]:
        session.undo_stack.redo()
        assert session.scenario is later


def test_texts_gestures_and_the_saved_state_outlive_what_is_forgotten(session, tmp_path):
    for number in range(10, 14):
        edit(session, number)
    session.mark_saved(tmp_path / "x.tsbx")
    gesture = session.new_gesture()
    for number in range(5):
        session.apply(SetCells(NAME, ((0, 0, 0),), (float(number),)), gesture=gesture)
    assert session.undo_stack.count() == 4
    assert session.is_modified
    session.apply(SetTitle("A title"))
    assert session.undo_stack.undoText() == "Change the title"
    assert session.undo_stack.count() == 5
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert not session.is_modified
    assert session.scenario.given[NAME][0, 0, 0] == 13.0
    for number in range(20, 30):
        edit(session, number)
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.is_modified


def test_a_step_that_alone_holds_more_than_all_may_stays(session, monkeypatch):
    monkeypatch.setattr(session_module, "UNDO_BYTES", 1)
    before = session.scenario
    edit(session, 5)
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.scenario is before


def test_nothing_is_shown_while_old_steps_are_forgotten(session, qtbot):
    for number in range(10, 14):
        edit(session, number)
    shown = []
    session.trace_changed.connect(lambda trace, names: shown.append(names))
    edit(session, 14)
    assert len(shown) == 1
    assert session.undo_stack.index() == session.undo_stack.count() == 4


def test_five_hundred_edits_of_a_large_matrix_are_kept_as_their_cells():
    values = np.zeros((300, 300))
    steps = [Parameter(values)]
    for number in range(500):
        steps.append(steps[-1].with_cells(np.array([number]), np.array([1.0]), seed=0))
    assert all(step.base is values for step in steps)
    assert sum(step.overlay.nbytes for step in steps[1:]) < 4 * values.nbytes


def test_a_large_matrix_comes_back_as_the_same_objects_and_holds_its_cells_alone(qapp):
    options = preset("multi-head").architecture
    attention = replace(options.attention, heads=1, d_k=2, d_v=300, output=False)
    session = Session(new_scenario(replace(options, d_model=300, attention=attention)))
    name, states, bits = "attn.W_V", [session.scenario], [session.trace["attn.out"].values.tobytes()]
    base = session.scenario.parameters[name].values
    for number in range(40):
        session.apply(SetCells(name, ((number, 7),), (float(number),)))
        states.append(session.scenario)
        bits.append(session.trace["attn.out"].values.tobytes())
    assert all(made.parameters[name].base is base for made in states)
    assert sum(change.held for change in session._changes) < base.nbytes / 10
    others = [made.parameters["attn.W_Q"] for made in states]
    assert all(parameter is others[0] for parameter in others)
    for earlier, expected in zip(states[-2::-1], bits[-2::-1], strict=True):
        session.undo_stack.undo()
        assert session.scenario is earlier
        assert session.trace["attn.out"].values.tobytes() == expected
    for later, expected in zip(states[1:], bits[1:], strict=True):
        session.undo_stack.redo()
        assert session.scenario is later
        assert session.trace["attn.out"].values.tobytes() == expected
