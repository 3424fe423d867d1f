"""The expression tree and its readers: one module a reader."""
