"""A stranger's machine: the bundle somewhere else, another user, an empty environment, its own screen."""

import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "dist/transformer-sandbox"
SECONDS = 240


@dataclass(frozen=True)
class Stranger:
    """Runs the bundle with nothing in the environment but a home; as root, as the user nobody."""

    program: Path
    home: Path

    def run(self, *arguments, **environment):
        return subprocess.run(
            [self.program, *arguments], **self.manner(environment), timeout=SECONDS, check=False
        )

    def manner(self, environment):
        """What `subprocess` has to know."""
        return {
            "env": {"HOME": str(self.home), **environment},
            "cwd": self.home,
            "encoding": "utf-8",
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            **other_user(),
        }


def other_user():
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def bundle():
    """The bundle of the sources as they are, moved to where everybody may read and nothing else lies."""
    subprocess.run(["make", "--no-print-directory", "bundle"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as folder:
        moved = Path(folder) / "some other place 別の場所"
        shutil.copytree(BUILT, moved, symlinks=True)
        subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
        yield moved


@pytest.fixture
def stranger(bundle):
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if os.geteuid() == 0:
            os.chown(home, other_user()["user"], other_user()["group"])
        yield Stranger(bundle / "transformer-sandbox", home)


@pytest.fixture(scope="session")
def screen():
    """The name of a display that only these tests see."""
    if shutil.which("Xvfb") is None:
        pytest.fail("Xvfb is missing. Install it: sudo apt-get install xvfb")
    listening, telling = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(telling),
        "-screen",
        "0",
        "1280x800x24",
        "-nolisten",
        "tcp",
        "-ac",
        "-noreset",
    ]
    with subprocess.Popen(command, pass_fds=[telling], stderr=subprocess.DEVNULL) as server:
        os.close(telling)
        with os.fdopen(listening) as told:
            number = told.readline().strip()
        assert number, "Xvfb does not start"
        yield f":{number}"
        server.terminate()
