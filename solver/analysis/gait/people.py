"""Ranges of human walking and running from the literature, for adults on level ground."""

from dataclasses import dataclass

OPENSIM = "force plates and markers of opensim-models, 1.13 and 1.25 m/s"
OPENSIM_RUN = "force plates and markers of opensim-models, 3.8 and 4.0 m/s"
STATURE = 1.75  # m, of the average adult
GRIEVE_SPREAD = 0.06  # relative deviation of people from the law


@dataclass(frozen=True)
class Band:
    """A human range.

    Attributes:
        low: in the quantity's unit.
        high: in the quantity's unit.
        source: author, year, journal; or method of measurement.
    """

    low: float
    high: float
    source: str

    def holds(self, value: float) -> bool:
        """Whether a value lies in the band."""
        return self.low <= value <= self.high


WALK = {
    "duty": Band(0.60, 0.68, OPENSIM),
    "double_support": Band(0.20, 0.32, OPENSIM),
    "flight": Band(0.0, 0.0, "by definition"),
    "first_hump": Band(1.05, 1.20, OPENSIM),
    "valley": Band(0.70, 0.85, OPENSIM),
    "second_hump": Band(1.05, 1.20, OPENSIM),
    "braking": Band(-0.22, -0.13, OPENSIM),
    "propulsion": Band(0.15, 0.24, OPENSIM),
    "sideways": Band(0.03, 0.10, OPENSIM),
    "pelvis_excursion": Band(0.03, 0.05, OPENSIM),
    "com_excursion": Band(0.027, 0.048, "Orendurff 2004 J Rehabil Res Dev 41:829, 0.7 to 1.6 m/s"),
    "com_sway": Band(0.024, 0.083, "Orendurff 2004 J Rehabil Res Dev 41:829, 1.6 to 0.7 m/s"),
    "hip_range": Band(35.0, 50.0, OPENSIM),
    "knee_peak": Band(55.0, 72.0, OPENSIM),
    "ankle_range": Band(20.0, 35.0, OPENSIM),
}

RUN = {
    "stride_frequency": Band(1.35, 1.47, "Lieberman 2015 J Exp Biol 218:3406, 3.0 m/s"),
    "duty": Band(0.26, 0.40, OPENSIM_RUN),
    "double_support": Band(0.0, 0.0, "by definition"),
    "flight": Band(0.20, 0.48, OPENSIM_RUN),
    "first_hump": Band(2.2, 2.9, OPENSIM_RUN),
    "braking": Band(-0.42, -0.28, OPENSIM_RUN),
    "propulsion": Band(0.28, 0.42, OPENSIM_RUN),
    "sideways": Band(0.08, 0.20, OPENSIM_RUN),
    "pelvis_excursion": Band(0.06, 0.11, OPENSIM_RUN),
    "hip_range": Band(60.0, 85.0, OPENSIM_RUN),
    "knee_peak": Band(90.0, 120.0, OPENSIM_RUN),
}


def walking_frequency(speed: float) -> Band:
    """Stride frequency [Hz] of people of average stature at a speed [m/s].

    Strides a minute are 64.8 (v / H)^0.57 (Grieve & Gear 1966); Umberger & Martin measured 0.905 Hz at 1.3 m/s.
    """
    law = 64.8 * (speed / STATURE) ** 0.57 / 60  # the key line
    source = "Grieve & Gear 1966 Ergonomics 9:379; Umberger & Martin 2007 J Exp Biol 210:3255"
    return Band((1 - GRIEVE_SPREAD) * law, (1 + GRIEVE_SPREAD) * law, source)
