"""What tests of the command line share."""

import pytest

from app.__main__ import main


@pytest.fixture
def output(capsys):
    """Run a command; give its status, its output and its complaint."""

    def command(*arguments):
        status = main(list(arguments))
        caught = capsys.readouterr()
        return status, caught.out, caught.err

    return command
