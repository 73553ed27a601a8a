"""A contact that touches is on the ground."""

import numpy as np

from ..setting import NORMAL, Setting
from .point_rows import PointRows, one_term_each


class ContactHeight(PointRows):
    """normal . x_c(t) = ground height, for every touching contact and frame (McIntosh 2011, eq. 4.8)."""

    def __init__(self, setting: Setting) -> None:
        frames, contacts = np.nonzero(setting.timeline.active)
        ground = np.full(len(frames), setting.job.ground_height)
        super().__init__(setting, one_term_each(frames + 1, contacts, NORMAL), ground, ground)

    def describe(self, row: int, violation: float) -> str:
        return f"'{self.contact_name(row)}' is {100 * violation:.3g} cm off the ground at {self.when(row)}"
