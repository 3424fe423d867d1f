"""Edits: what the user meant, as frozen records that turn a scenario into the next one."""

from core.edits.architecture import ChangeArchitecture, SetOption
from core.edits.base import Edit
from core.edits.cells import SetBlock, SetCells, SetTensor
from core.edits.masks import SetMaskCells
from core.edits.pairing import SwapPairing
from core.edits.switches import SwitchPart
from core.edits.texts import SetFeatures, SetNotes, SetSeed, SetTitle
from core.edits.tokens import (
    GenerateToken,
    InsertToken,
    MoveToken,
    RemoveToken,
    ReplaceToken,
    SetPadding,
    SetTokens,
    SetType,
    TakeToken,
)
from core.edits.weights import ImportWeights
from core.edits.words import InsertTokens, RemoveTokens, RenameWords, WriteTokens

__all__ = [
    "ChangeArchitecture",
    "Edit",
    "GenerateToken",
    "ImportWeights",
    "InsertToken",
    "InsertTokens",
    "MoveToken",
    "RemoveToken",
    "RemoveTokens",
    "RenameWords",
    "ReplaceToken",
    "SetBlock",
    "SetCells",
    "SetFeatures",
    "SetMaskCells",
    "SetNotes",
    "SetOption",
    "SetPadding",
    "SetSeed",
    "SetTensor",
    "SetTitle",
    "SetTokens",
    "SetType",
    "SwapPairing",
    "SwitchPart",
    "TakeToken",
    "WriteTokens",
]
