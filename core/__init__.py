"""The computation, its explanation and its files; never Qt."""
