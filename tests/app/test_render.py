"""Pictures of the window from the command line, without a display."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app import render
from app.__main__ import main
from app.picture_options import THEMES, PictureLook
from core.edits.cells import SetCells
from core.examples import load_example
from core.formats import save
from core.trace import run

WALK = ("attn.q", "attn.k", "attn.v", "attn.scores", "attn.scaled", "attn.weights", "attn.heads")
WEIGHTS = ("example:worked-example", "--step", "attn.weights")


@pytest.fixture
def rendered(capsys, tmp_path):
    """A function that renders into a folder; it gives status, pictures and complaint."""
    folders = iter(range(100))

    def rendering(*arguments):
        folder = tmp_path / "made" / f"pictures {next(folders)}"
        status = main(["render", *arguments, "--language", "en", "--out", str(folder)])
        caught = capsys.readouterr()
        pictures = sorted(folder.iterdir()) if folder.exists() else []
        assert caught.out.splitlines() == [str(path) for path in pictures]
        return status, pictures, caught.err

    return rendering


def pixels(path):
    image = QImage(str(path))
    assert not image.isNull()
    return image


@pytest.mark.usefixtures("qapp")
def test_every_step_that_the_cursor_walks_over_gets_a_picture(rendered):
    status, pictures, err = rendered("example:worked-example")
    assert (status, err) == (0, "")
    assert [path.name for path in pictures] == [f"{at:02}-{name}.png" for at, name in enumerate(WALK, 1)]
    images = [pixels(path) for path in pictures]
    assert {image.size().toTuple() for image in images} == {(1280, 800)}
    assert len({image.constBits().tobytes() for image in images}) == len(WALK)


@pytest.mark.usefixtures("qapp")
def test_named_steps_come_in_the_order_named(rendered):
    _, pictures, _ = rendered("example:worked-example", "--step", "attn.heads", "--step", "attn.q")
    assert [path.name for path in pictures] == ["01-attn.heads.png", "02-attn.q.png"]


@pytest.mark.usefixtures("qapp")
def test_a_working_is_shown_at_its_step(rendered):
    _, pictures, _ = rendered("example:worked-example", "--step", "attn.weights.max")
    assert [path.name for path in pictures] == ["01-attn.weights.png"]


@pytest.mark.usefixtures("qapp")
def test_a_file_is_rendered_as_its_example(rendered, tmp_path):
    save(load_example("one-head"), tmp_path / "lesson.tsbx")
    _, pictures, _ = rendered(str(tmp_path / "lesson.tsbx"), "--step", "attn.scores")
    _, same, _ = rendered("example:one-head", "--step", "attn.scores")
    below_the_tool_bar = (0, 64, 1280, 736)  # a file has nothing to save yet, an example has
    assert pixels(pictures[0]).copy(*below_the_tool_bar) == pixels(same[0]).copy(*below_the_tool_bar)


@pytest.mark.usefixtures("qapp")
def test_two_runs_give_the_same_bytes(rendered):
    first, second = rendered(*WEIGHTS)[1][0], rendered(*WEIGHTS)[1][0]
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("size", "scale"), [("1024x700", "1"), ("800x560", "2"), ("1000x600", "1.5")])
def test_a_picture_has_the_size_of_the_window_times_the_scale(rendered, size, scale):
    status, pictures, _ = rendered(*WEIGHTS, "--size", size, "--scale", scale)
    assert status == 0
    expected = tuple(round(int(side) * float(scale)) for side in size.split("x"))
    assert pixels(pictures[0]).size().toTuple() == expected


@pytest.mark.usefixtures("qapp")
def test_a_larger_scale_shows_the_same_more_finely(rendered):
    plain, fine = (pixels(rendered(*WEIGHTS, "--scale", scale)[1][0]) for scale in ("1", "2"))
    shrunk = fine.scaled(plain.size())
    places = [(x, y) for x in range(5, 1280, 40) for y in range(5, 800, 40)]
    same = sum(plain.pixelColor(*at) == shrunk.pixelColor(*at) for at in places)
    assert same / len(places) > 0.9


@pytest.mark.usefixtures("qapp")
def test_every_theme_has_its_ground(rendered):
    grounds = {
        theme: pixels(rendered(*WEIGHTS, "--theme", theme)[1][0]).pixelColor(640, 320).name()
        for theme in THEMES
    }
    assert grounds == {
        "light": "#ffffff",
        "dark": "#212124",
        "projector": "#ffffff",
        "high-contrast": "#000000",
    }


@pytest.mark.usefixtures("qapp")
def test_a_folder_that_is_a_file_is_refused(tmp_path, capsys):
    taken = tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    assert main(["render", *WEIGHTS, "--language", "en", "--out", str(taken)]) == 2
    assert f"“{taken}” cannot be saved: there is a file of that name." in capsys.readouterr().err
    assert taken.read_text(encoding="utf-8") == "mine"


def test_languages_look_different_and_english_comes_back(rendered, tmp_path, capsys):
    english = rendered(*WEIGHTS)[1][0].read_bytes()
    main(["--language", "en", "render", *WEIGHTS, "--language", "ja", "--out", str(tmp_path / "ja")])
    main(["--language", "ja", "render", *WEIGHTS, "--out", str(tmp_path / "before")])
    japanese = (tmp_path / "ja" / "01-attn.weights.png").read_bytes()
    assert japanese != english
    assert (tmp_path / "before" / "01-attn.weights.png").read_bytes() == japanese
    capsys.readouterr()
    assert rendered(*WEIGHTS)[1][0].read_bytes() == english


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("example:worked-example",), "--out"),
        (("example:worked-example", "--out", "x", "--size", "big"), "“big” is no size"),
        (("example:worked-example", "--out", "x", "--size", "640x480"), "800x560"),
        (("example:worked-example", "--out", "x", "--size", "99999x800"), "8192"),
        (("example:worked-example", "--out", "x", "--size", "4096x800", "--scale", "4"), "8192"),
        (("example:worked-example", "--out", "x", "--scale", "0"), "“0” is no scale"),
        (("example:worked-example", "--out", "x", "--scale", "nan"), "“nan” is no scale"),
        (("example:worked-example", "--out", "x", "--theme", "pink"), "pink"),
        (("example:worked-example", "--out", "x", "--language", "fr"), "fr"),
        (("example:worked-example", "--out", "x", "--step", "attn.weigths"), "attn.weights"),
        (("example:one-head", "--out", "x", "--step", "attn.W_Q"), "attn.W_Q is a parameter"),
        (("example:nothing", "--out", "x"), "nothing"),
        (("missing.tsbx", "--out", "x"), "missing.tsbx"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments, word, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status = main(["render", *arguments])
    caught = capsys.readouterr()
    assert (status, caught.out, list(tmp_path.iterdir())) == (2, "", [])
    assert caught.err.count("\n") == 1
    assert caught.err.startswith("transformer-sandbox: ")
    assert word in caught.err


def test_a_folder_that_cannot_be_made_is_refused_in_one_line(capsys, tmp_path):
    (tmp_path / "taken").write_text("a file")
    assert main(["render", *WEIGHTS, "--out", str(tmp_path / "taken")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "taken" in err


@pytest.mark.usefixtures("qapp")
def test_a_window_that_fails_gives_no_picture(tmp_path, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError

    subject = render.Subject(load_example("worked-example"))
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    with pytest.raises(RuntimeError, match="failed"), render.opened(subject, PictureLook(language="en")):
        sys.excepthook(ZeroDivisionError, ZeroDivisionError(), None)


# Fixed sets


@pytest.mark.parametrize("shot", [*render.TOUR, *(shot for shot, _ in render.SCREENSHOTS)])
def test_fixed_pictures_are_of_steps_and_cells_that_exist(shot):
    trace = run(load_example(shot.example).program())
    maker = trace.program.maker(shot.step)
    assert maker is not None
    assert maker.name == shot.step
    if shot.cell is not None:
        assert trace[shot.step].values[shot.cell] is not None


def test_the_set_to_be_looked_at_is_not_too_large():
    looks = {look for _, look in render.SCREENSHOTS}
    assert 20 <= len(render.SCREENSHOTS) <= 40
    assert {look.language for look in looks} == {"en", "ja"}
    assert {look.size for look in looks} == {(1280, 800), (1024, 700)}
    assert {look.theme for look in looks} == set(THEMES)


# In a process without a display


def without_display(*arguments, folder):
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    command = [sys.executable, "-m", "app", *arguments]
    root = str(Path(__file__).parents[2])
    return subprocess.run(
        command,
        cwd=folder,
        env=environment | {"PYTHONPATH": root},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_no_display_is_needed(tmp_path):
    done = [
        without_display(
            "render", *WEIGHTS, "--language", "ja", "--scale", "2", "--out", name, folder=tmp_path
        )
        for name in ("a", "b")
    ]
    assert [(one.returncode, one.stderr) for one in done] == [(0, ""), (0, "")]
    assert done[0].stdout == "a/01-attn.weights.png\n"
    first, second = (tmp_path / name / "01-attn.weights.png" for name in "ab")
    assert pixels(first).size().toTuple() == (2560, 1600)
    assert first.read_bytes() == second.read_bytes()


def test_without_a_display_a_file_is_told_and_shown(tmp_path):
    done = without_display(
        "example:worked-example", "--language", "en", "--tour", "build/tour", folder=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "9.2848" in done.stdout
    told = done.stdout.partition("Pictures of the window are written to build/tour:\n")[2].split()
    assert told == [f"build/tour/{at:02}-{name}.png" for at, name in enumerate(WALK, 1)]
    assert all((tmp_path / path).exists() for path in told)


def test_without_a_display_the_tour_is_shown(tmp_path):
    done = without_display("--language", "en", "--tour", "tour", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    names = [f"{at:02}-{shot.example}-{shot.step}.png" for at, shot in enumerate(render.TOUR, 1)]
    assert sorted(path.name for path in (tmp_path / "tour").iterdir()) == names
    assert done.stdout.splitlines()[-1] == f"tour/{names[-1]}"


@pytest.mark.usefixtures("qapp")
def test_two_scenarios_are_compared_in_a_picture(rendered, tmp_path):
    other = tmp_path / "other.tsbx"
    save(SetCells("attn.q", ((0, 0, 0),), (3.0,)).apply(load_example("worked-example")), other)
    runs = [
        rendered(*WEIGHTS, "--pinned", str(other), *more)[1]
        for more in (("--show", "now"), ("--show", "pinned"), ("--show", "difference"), ())
    ]
    now, pinned, difference, by_itself = (pixels(made[0]) for made in runs)
    assert now != pinned != difference != now
    assert by_itself == difference


def test_there_is_no_difference_without_a_scenario_to_compare_with(rendered):
    status, pictures, err = rendered(*WEIGHTS, "--show", "difference")
    assert (status, pictures) == (2, [])
    assert "--pinned FILE" in err
    status, pictures, err = rendered(*WEIGHTS, "--pinned", "nowhere.tsbx")
    assert (status, pictures) == (2, [])
    assert "nowhere.tsbx" in err
