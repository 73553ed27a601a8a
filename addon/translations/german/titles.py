"""Titles of panels, and words of ours that have another sense in Blender."""

WORDS = {
    "Check List": "Prüfliste",
    "Bone Map": "Knochenplan",
    "Active Bone": "Aktiver Knochen",
    "Contacts": "Kontakte",
    "Motion": "Bewegung",
    "My Animation": "Meine Animation",
    "Goals": "Ziele",
    "Advanced": "Erweitert",
    "Solve": "Lösen",
    "Result": "Ergebnis",
    "Work on It": "Daran weiterarbeiten",
    "Takes": "Takes",
    "Many Motions": "Viele Bewegungen",
    "Overlays": "Überlagerungen",
    "To": "Bis",
    "Speed": "Tempo",
}
