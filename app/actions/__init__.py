"""Menu entries as records, one module a menu. Add an entry to its list, and menu, keys and tests have it."""

from app.actions.edit import EDIT_ACTIONS
from app.actions.file import FILE_ACTIONS
from app.actions.help import HELP_ACTIONS
from app.actions.model import MODEL_ACTIONS
from app.actions.pin import PIN_ACTIONS
from app.actions.spec import ActionSpec, ChoiceSpec
from app.actions.steps import STEPS_ACTIONS
from app.actions.view import VIEW_ACTIONS

ACTIONS: tuple[ActionSpec | ChoiceSpec, ...] = (
    *FILE_ACTIONS,
    *EDIT_ACTIONS,
    *MODEL_ACTIONS,
    *PIN_ACTIONS,
    *VIEW_ACTIONS,
    *STEPS_ACTIONS,
    *HELP_ACTIONS,
)
