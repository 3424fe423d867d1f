"""The error function of whole arrays, which NumPy has not.

Rational approximations on four intervals, within 1e-15 of `math.erf`; their coefficients are those that Sun's
freely distributable mathematics library published for erf (fdlibm 5.3, ``s_erf.c``, 1993).
"""

from __future__ import annotations

import numpy as np

from core.tensor import Array

_Coefficients = tuple[float, ...]

_SMALL, _MIDDLE, _LARGE, _ONE = 0.84375, 1.25, 1 / 0.35, 6.0
"""Where one approximation ends and the next begins; from the last on erf is 1."""

_NEAR_0: tuple[_Coefficients, _Coefficients] = (
    (
        1.28379167095512558561e-01,
        -3.25042107247001499370e-01,
        -2.84817495755985104766e-02,
        -5.77027029648944159157e-03,
        -2.37630166566501626084e-05,
    ),
    (
        1.0,
        3.97917223959155352819e-01,
        6.50222499887672944485e-02,
        5.08130628187576562776e-03,
        1.32494738004321644526e-04,
        -3.96022827877536812320e-06,
    ),
)
"""(erf(x) − x) / x, in x²."""
_AT_1 = 8.45062911510467529297e-01
_NEAR_1: tuple[_Coefficients, _Coefficients] = (
    (
        -2.36211856075265944077e-03,
        4.14856118683748331666e-01,
        -3.72207876035701323847e-01,
        3.18346619901161753674e-01,
        -1.10894694282396677476e-01,
        3.54783043256182359371e-02,
        -2.16637559486879084300e-03,
    ),
    (
        1.0,
        1.06420880400844228286e-01,
        5.40397917702171048937e-01,
        7.18286544141962662868e-02,
        1.26171219808761642112e-01,
        1.36370839120290507362e-02,
        1.19844998467991074170e-02,
    ),
)
"""erf(x) − `_AT_1`, in |x| − 1."""
_TAIL: tuple[_Coefficients, _Coefficients] = (
    (
        -9.86494403484714822705e-03,
        -6.93858572707181764372e-01,
        -1.05586262253232909814e01,
        -6.23753324503260060396e01,
        -1.62396669462573470355e02,
        -1.84605092906711035994e02,
        -8.12874355063065934246e01,
        -9.81432934416914548592e00,
    ),
    (
        1.0,
        1.96512716674392571292e01,
        1.37657754143519042600e02,
        4.34565877475229228821e02,
        6.45387271733267880336e02,
        4.29008140027567833386e02,
        1.08635005541779435134e02,
        6.57024977031928170135e00,
        -6.04244152148580987438e-02,
    ),
)
"""log(x · erfc(x)) + x² + 0.5625, in 1/x²."""
_FAR_TAIL: tuple[_Coefficients, _Coefficients] = (
    (
        -9.86494292470009928597e-03,
        -7.99283237680523006574e-01,
        -1.77579549177547519889e01,
        -1.60636384855821916062e02,
        -6.37566443368389627722e02,
        -1.02509513161107724954e03,
        -4.83519191608651397019e02,
    ),
    (
        1.0,
        3.03380607434824582924e01,
        3.25792512996573918826e02,
        1.53672958608443695994e03,
        3.19985821950859553908e03,
        2.55305040643316442583e03,
        4.74528541206955367215e02,
        -2.24409524465858183362e01,
    ),
)


def erf(x: Array) -> Array:
    """Return the error function of each number; NaN stays NaN, ±∞ gives ±1."""
    size = np.abs(x)
    made = np.where(size >= _ONE, 1.0, np.nan)  # NaN is in no interval
    for low, high, approximation in (
        (0.0, _SMALL, _near_0),
        (_SMALL, _MIDDLE, _near_1),
        (_MIDDLE, _LARGE, lambda part: _tail(part, _TAIL)),
        (_LARGE, _ONE, lambda part: _tail(part, _FAR_TAIL)),
    ):
        inside = (size >= low) & (size < high)
        if inside.any():
            made[inside] = approximation(size[inside])
    return np.copysign(made, x)


def _ratio(coefficients: tuple[_Coefficients, _Coefficients], x: Array) -> Array:
    """Return the quotient of two polynomials."""
    upper, lower = coefficients
    return _polynomial(upper, x) / _polynomial(lower, x)


def _polynomial(coefficients: _Coefficients, x: Array) -> Array:
    """Return a polynomial by Horner's rule; its coefficients begin with the constant."""
    made = np.full_like(x, coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        made *= x
        made += coefficient
    return made


def _near_0(size: Array) -> Array:
    return size + size * _ratio(_NEAR_0, size * size)


def _near_1(size: Array) -> Array:
    return _AT_1 + _ratio(_NEAR_1, size - 1.0)


def _tail(size: Array, coefficients: tuple[_Coefficients, _Coefficients]) -> Array:
    # The square is split, so that exp does not enlarge its rounding error: `high` has few digits.
    high = size.astype(np.float32).astype(np.float64)
    ratio = _ratio(coefficients, 1.0 / (size * size))
    power = np.exp(-high * high - 0.5625) * np.exp((high - size) * (high + size) + ratio)
    made: Array = 1.0 - power / size
    return made
