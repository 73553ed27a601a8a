"""Walking with any number of legs (Hecker 2008, section 4.2): who steps when, where, and what the hips do."""
