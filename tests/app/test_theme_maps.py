"""The colours that are kept are those that pyqtgraph makes."""

import numpy as np
import pytest

from app.theme import COUNTS, load_theme, map_path, mapped
from core.resources import resource_path


@pytest.mark.parametrize("key", sorted(path.stem for path in resource_path("themes").glob("*.toml")))
@pytest.mark.parametrize("name", sorted(COUNTS))
def test_kept_colours_are_those_of_the_map(key, name):
    theme = load_theme(key)
    kept = getattr(theme, f"{name}_lut")
    assert map_path(theme.maps[name], COUNTS[name]).is_file(), "make maps"
    np.testing.assert_array_equal(kept, mapped(theme.maps[name], COUNTS[name]))


def test_a_map_that_is_not_kept_is_made():
    theme = load_theme("light")
    theme.maps["weights"]["span"] = 0.25
    assert theme.weights_lut.shape == (256, 3)
    assert not (theme.weights_lut == load_theme("light").weights_lut).all()
