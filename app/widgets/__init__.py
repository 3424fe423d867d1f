"""Widgets: values in, intents out; they know no session."""
