"""Energy books of clips: what muscles, the ground and impacts give and take."""
