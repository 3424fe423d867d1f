"""What a command line can be refused for."""


class BadUsage(Exception):
    """What was typed behind the program's name cannot be understood, or not be done here."""
