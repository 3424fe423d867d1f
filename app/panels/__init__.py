"""Panels: they read the workspace and write through the session, the cursor and the selection."""
