"""What a person sees who works with the add-on: done in a window of a real Blender and pictured there."""
