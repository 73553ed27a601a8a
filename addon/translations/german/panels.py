"""What panels say beside their fields."""

WORDS = {
    "Nothing is wrong": "Nichts ist falsch",
    "Frame": "Bild",
    "Only an Interval": "Nur ein Stück",
    "Select a bone in pose mode": "Im Pose-Modus einen Knochen wählen",
    "Joint Limits (Inverse Kinematics)": "Gelenkgrenzen (inverse Kinematik)",
    "Export what it plays": "Exportieren, was sie spielt",
    "Farthest from your keys": "Am weitesten von den Keyframes",
    "Its action has been removed": "Ihre Action wurde entfernt",
    "Best attempt: it cannot be where the stripe on the timeline is red": (
        "Bester Versuch: wo der Streifen auf der Zeitleiste rot ist, kann es nicht sein"
    ),
    "Muscles: {given} J of work, {taken} J of braking": "Muskeln: {given} J Arbeit, {taken} J Bremsen",
    "Impacts: {impacts} J lost": "Aufprall: {impacts} J verloren",
    "Change of energy: {change} J": "Änderung der Energie: {change} J",
    "The ground adds {given} J to this motion. Solve it again": (
        "Der Boden gibt dieser Bewegung {given} J. Noch einmal lösen"
    ),
    "Moves with {bone}": "Bewegt sich mit {bone}",
    "Unphysical by {violation}": "Unphysikalisch um {violation}",
    "And {count} more": "Und {count} weitere",
    "and {count} more": "und {count} weitere",
    "All begin with {beginning}": "Alle beginnen mit {beginning}",
    "{count} angles": "{count} Winkel",
    "here: {text}": "hier: {text}",
    "Frame {frame}": "Bild {frame}",
    "Show {places}": "Zeigen: {places}",
}
