"""The stage's canvas: matrices that are read, lit, edited and dragged."""
