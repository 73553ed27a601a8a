"""The panels as a person sees them: opened in a window of a real Blender and pictured there."""
