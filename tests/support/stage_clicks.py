"""Where the cells of the stage stand, for tests that click."""

from PySide6.QtCore import QPointF, Qt

from app.models.stage_content import MatrixView


def cell_point(canvas, tensor, index):
    """Return the middle of a cell that is shown, in the viewport of the canvas."""
    for item, view in enumerate(canvas.content.items):
        block = canvas.placement.block_of(item)
        if isinstance(view, MatrixView) and view.tensor == tensor and block is not None:
            place = view.find(index)
            if place is not None:
                box = block.cell(*place)
                return canvas.mapFromScene(QPointF(box.x + box.width / 2, box.y + box.height / 2))
    raise AssertionError(f"{tensor}{index} is not on the stage")


def click_cell(qtbot, canvas, tensor, index):
    """Click into a cell."""
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=cell_point(canvas, tensor, index))
