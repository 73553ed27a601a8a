"""A contact that touches is on its surface."""

import numpy as np

from ..setting import Setting
from .point_rows import PointRows, one_term_each


class ContactHeight(PointRows):
    """normal . x_c(t) = the plane's height, for every touching contact and frame (McIntosh 2011, eq. 4.8)."""

    def __init__(self, setting: Setting) -> None:
        timeline = setting.timeline
        frames, contacts = np.nonzero(timeline.active)
        surface = timeline.surface[frames, contacts]
        normal = np.array([plane.normal for plane in setting.planes])[surface]
        height = np.array([plane.height for plane in setting.planes])[surface]
        super().__init__(setting, one_term_each(frames + 1, contacts, normal), height, height)

    def describe(self, row: int, violation: float) -> str:
        return f"'{self.contact_name(row)}' is {100 * violation:.3g} cm off the ground at {self.when(row)}"
