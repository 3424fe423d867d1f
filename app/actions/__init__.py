"""Menu entries as records, one module a menu."""
