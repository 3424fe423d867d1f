"""Joined buttons: how wide they are."""

from app.widgets.segmented import SegmentedButtons


def test_buttons_are_as_wide_as_if_they_had_always_stood_in_their_places(window, qtbot):
    fresh, used = SegmentedButtons(window), SegmentedButtons(window)
    used.set_items([(0, "1")])
    used.show()
    used.sizeHint()
    for buttons in (fresh, used):
        buttons.set_items([(0, "1"), (1, "2")])
        buttons.show()
    assert used.button(0).sizeHint() == fresh.button(0).sizeHint()
    assert used.sizeHint() == fresh.sizeHint()
