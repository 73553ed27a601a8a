"""Slack of distances in the units of rows that bound squares or ratios."""


def of_squares(slack: float | None, *, nearest: float = 0.0, farthest: float | None = None) -> float | None:
    """Slack of a squared distance [m^2] that is at most ``slack`` [m] at either bound; None stays None."""
    if slack is None:
        return None
    beyond = [nearest**2 - max(nearest - slack, 0.0) ** 2] if nearest else []
    beyond += [(farthest + slack) ** 2 - farthest**2] if farthest is not None else []
    return min(beyond, default=slack**2)


def of_shares(slack: float | None, radius: float, *, power: int) -> float | None:
    """Slack of (d / radius)^power about 1, on either side; ``radius`` is the largest of a region."""
    if slack is None:
        return None
    share = min(slack / radius, 1.0)
    return float(1 - (1 - share) ** power)
