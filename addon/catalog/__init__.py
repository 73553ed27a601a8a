"""Previews of presets and examples: animated icons, and scenes and assets that are ready to play."""
