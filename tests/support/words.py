"""Words that have broken programs: empty, steering, right to left, stacked, alike, formulas, paths."""

ODD_WORDS = [
    "",
    " ",
    "\x1b[31m",
    "\u202eabc",
    "שלום",
    "e" + "\u0301" * 500,
    "か\u3099",
    "が",
    "👩‍🎓🇯🇵",
    "<b>bold</b>",
    "%1 {0} {name}",
    "=1+1",
    "＝cmd|' /C calc'!A0",
    "\\input{x}",
    "../../etc",
    "CON",
]
