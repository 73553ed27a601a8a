"""Every action on every creature, judged by rules that a person would agree with (Hecker 2008, figure 9)."""
