"""Pictures of the add-on in a real window of Blender, each after performing the steps that it shows."""
