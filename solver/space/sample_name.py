"""Names of samples, in parts."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SampleName:
    """What distinguishes a sample from others; as a text, the name of its clip: "Walks crouch=0.05 speed=1.2".

    Attributes:
        space: name of its space.
        labels: dimension and label of each of its values that can vary.
    """

    space: str
    labels: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.space, *(f"{dimension}={label}" for dimension, label in self.labels)])

    @property
    def values(self) -> str:
        """Only the values, such as "crouch 0.05 speed 1.2"; may be empty."""
        return " ".join(f"{dimension} {label}" for dimension, label in self.labels)
