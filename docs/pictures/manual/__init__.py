"""Pictures of the manual, made by performing the steps that they show."""
