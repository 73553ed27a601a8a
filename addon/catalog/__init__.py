"""Presets and examples before one has them: as moving pictures, and as scenes and assets that open ready to play."""
