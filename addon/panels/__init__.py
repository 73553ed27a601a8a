"""What the artist sees; panels only draw."""

from .main import register, unregister

__all__ = ["register", "unregister"]
