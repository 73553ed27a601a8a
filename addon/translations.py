"""German words for the main labels and tooltips; what is not here stays English.

Another language is another dictionary in ``LANGUAGES``. Blender tells button labels (context "Operator") from all
other words (context "*"), and its own dictionary goes before ours: titles have a context of their own, as *Solve* is
something else in motion tracking.
"""

import bpy

OWN_SENSE = "Spacetime"  # the context of titles

PANELS = {
    "Bone Map": "Knochenplan",
    "Active Bone": "Aktiver Knochen",
    "Contacts": "Kontakte",
    "Motion": "Bewegung",
    "Advanced": "Erweitert",
    "Solve": "Lösen",
    "Check List": "Prüfliste",
    "My Animation": "Meine Animation",
    "Goals": "Ziele",
    "Result": "Ergebnis",
    "Work on It": "Daran weiterarbeiten",
    "Takes": "Takes",
    "Many Motions": "Viele Bewegungen",
    "Overlays": "Überlagerungen",
}
BUTTONS = {
    "Fit Bodies": "Körper anpassen",
    "Start from a Preset": "Mit einer Vorlage beginnen",
    "Solve": "Lösen",
    "Stop": "Anhalten",
    "Show Where": "Zeigen, wo",
    "Accept": "Annehmen",
    "Give Back": "Zurückgeben",
    "Reject": "Verwerfen",
    "Snap": "Übernehmen",
    "Make Physical": "Physikalisch machen",
    "Guess from Animation": "Aus der Animation erraten",
    "Add Goal": "Ziel hinzufügen",
    "Drag Contact": "Kontakt ziehen",
    "Add Phase": "Phase hinzufügen",
    "Remove Phase": "Phase entfernen",
    "Detect Bones": "Knochen erkennen",
    "Mirror to Other Side": "Auf die andere Seite spiegeln",
    "Use Pose as Rest": "Pose als Ruhelage nehmen",
    "Fewer Keys": "Ausdünnen",
    "Keep as Asset": "Als Asset behalten",
    "Settings Back": "Einstellungen zurück",
    "Check Solver": "Löser prüfen",
    "Export Takes": "Takes exportieren",
    "Import BVH": "BVH importieren",
    "Add Contact": "Kontakt hinzufügen",
    "Remove Contact": "Kontakt entfernen",
    "Remove Goal": "Ziel entfernen",
    "Bones That Differ": "Knochen, die abweichen",
    "Remove Bones": "Knochen entfernen",
    "Load Bone Map": "Knochenplan laden",
    "Save Bone Map": "Knochenplan speichern",
    "Look at Bone": "Knochen zeigen",
    "Mend": "Beheben",
    "Export": "Exportieren",
    "Show": "Zeigen",
    "Compare": "Vergleichen",
    "Loop": "Schleife",
    "Remove": "Entfernen",
    "Add Dimension": "Dimension hinzufügen",
    "Remove Dimension": "Dimension entfernen",
    "List Samples": "Stichproben auflisten",
    "Load Clips": "Clips laden",
    "Generate": "Erzeugen",
    "Keep as Take": "Als Take behalten",
    "Hide": "Ausblenden",
    "Show Attempt": "Versuch zeigen",
    "Resize Body": "Körpergröße ändern",
}
WORDS = {
    "Weight": "Gewicht",
    "Weigh By": "Gewicht nach",
    "Density": "Dichte",
    "Mirror Edits": "Änderungen spiegeln",
    "Proportions": "Proportionen",
    "Set Height": "Größe setzen",
    "Height": "Größe",
    "Length": "Dauer",
    "Starts At": "Beginnt bei",
    "Repeats": "Wiederholt sich",
    "Symmetric": "Symmetrisch",
    "Speed": "Tempo",
    "Direction": "Richtung",
    "Turn": "Drehung",
    "Ground": "Boden",
    "Effort": "Anstrengung",
    "Smoothness": "Glätte",
    "Soft Contact": "Sanfter Kontakt",
    "Posture": "Haltung",
    "Time Limit": "Zeitgrenze",
    "Follow My Keys": "Meinen Keyframes folgen",
    "Closeness": "Nähe",
    "Best attempt: it cannot be where the stripe on the timeline is red": (
        "Bester Versuch: wo der Streifen auf der Zeitleiste rot ist, kann es nicht sein"
    ),
    "Offset": "Abstand",
    "Blend": "Mischung",
    "Bodies": "Körper",
    "Joint Limits": "Gelenkgrenzen",
    "Contacts": "Kontakte",
    "Center of Mass": "Schwerpunkt",
    "Support": "Standfläche",
    "Spin": "Drall",
    "Ground Forces": "Bodenkräfte",
    "Flight Arc": "Flugbahn",
    "Onion Skin": "Zwiebelhaut",
    "Stripe on the Timeline": "Streifen auf der Zeitleiste",
    "Contacts on the Timeline": "Kontakte auf der Zeitleiste",
    "As Set": "Wie gesetzt",
    "Polished": "Verfeinert",
    "Searched": "Gesucht",
    "Searched, Polished": "Gesucht, verfeinert",
    "Keep Timing": "Zeiten behalten",
    "Automatic": "Automatisch",
    "Male": "Männlich",
    "Female": "Weiblich",
    "Front": "Vorne",
    "Moves": "Bewegt sich",
    "Freely": "Frei",
    "In a Plane": "In einer Ebene",
    "Not at All": "Gar nicht",
    "Body Turn": "Körperdrehung",
    "Has a Body": "Hat einen Körper",
    "Size": "Größe",
    "Center": "Mitte",
    "Rotation": "Rotation",
    "Strength": "Kraft",
    "At Ease": "Gelöst",
    "Order": "Reihenfolge",
    "Hangs On": "Hängt an",
    "Other Side": "Andere Seite",
    "Bone": "Knochen",
    "Point": "Punkt",
    "Show": "Zeigen",
    "Friction": "Reibung",
    "Patch Size": "Fläche",
    "Lift": "Anheben",
    "Start": "Anfang",
    "Duration": "Dauer",
    "On": "Auf",
    "Name": "Name",
    "First Frame": "Erstes Bild",
    "Timing": "Zeiten",
    "Length Too": "Auch die Dauer",
    "Unhurried": "Ohne Hast",
    "Travel On": "Weg trägt",
    "Most Steps": "Schritte",
    "Variation": "Abweichung",
    "Variety": "Vielfalt",
    "Only Selected Bones": "Nur gewählte Knochen",
    "Passes": "Durchgänge",
    "Goals": "Ziele",
    "Keys": "Keyframes",
    "By Key Type": "Nach Keyframe-Art",
    "Hint": "Hinweis",
    "Pin": "Fest",
    "Ignore": "Übergehen",
    "Bones": "Knochen",
    "Samples": "Stichproben",
    "Every Combination": "Jede Kombination",
    "Evenly Spread": "Gleichmäßig verteilt",
    "By Lot": "Durch Los",
    "Motions": "Bewegungen",
    "Seed": "Startwert",
    "Only Where": "Nur wo",
    "Clips": "Clips",
    "Processes": "Prozesse",
    "Crouch": "Ducken",
    "Limp": "Hinken",
    "Load": "Last",
    "Character": "Figur",
    "Setting": "Einstellung",
    "Formula": "Formel",
    "From": "Von",
    "To": "Bis",
    "Step": "Schritt",
    "Finer Steps": "Feinere Schritte",
    "Also At": "Auch bei",
    "Begins": "Beginnt",
    "With the Scene": "Mit der Szene",
    "At Current Frame": "Beim aktuellen Bild",
    "At Frame 1": "Bei Bild 1",
}
TOOLTIPS = {
    "Duration of the motion, or of one cycle when it repeats; rounded to whole frames": (
        "Dauer der Bewegung, oder eines Zyklus, wenn sie sich wiederholt; auf ganze Bilder gerundet"
    ),
    "The motion begins at a frame of its own; otherwise where the scene does, or its preview range while that"
    " is on": (
        "Die Bewegung beginnt bei einem eigenen Bild; sonst wo die Szene beginnt, oder ihr Vorschaubereich, "
        "solange er an ist"
    ),
    "The frame of the timeline at which the motion begins": (
        "Das Bild der Zeitleiste, bei dem die Bewegung beginnt"
    ),
    "The second half of a cycle mirrors the first, left and right exchanged, as in a straight walk; solved "
    "several times faster": (
        "Die zweite Hälfte eines Zyklus spiegelt die erste, links und rechts vertauscht, wie beim Geradeausgehen;"
        " mehrmals schneller gelöst"
    ),
    "Where it travels: 0 is the way the character faces, 90 degrees is sideways to its left": (
        "Wohin sie sich bewegt: 0 ist die Blickrichtung der Figur, 90 Grad ist seitwärts nach links"
    ),
    "How far each cycle turns, along a circle; positive is to the left": (
        "Wie weit sich jeder Zyklus dreht, auf einem Kreis; positiv ist nach links"
    ),
    "When contacts touch and how long the motion takes: as you set it, or found by the solver. Contacts with "
    "Keep Timing stay as they are": (
        "Wann Kontakte berühren und wie lange die Bewegung dauert: wie gesetzt, oder vom Löser gefunden. Kontakte"
        " mit Zeiten behalten bleiben, wie sie sind"
    ),
    "The length may change as well, from half to twice what is set": (
        "Auch die Dauer darf sich ändern, von der Hälfte bis zum Doppelten der gesetzten"
    ),
    "How much muscles avoid to pull and let go in a hurry. Counts while the timing is found: with 1 a walk's "
    "steps come as often as people's and its arms swing far. Not for runs; several times slower": (
        "Wie sehr Muskeln vermeiden, hastig anzuziehen und loszulassen. Zählt, während die Zeiten gefunden "
        "werden: mit 1 kommen Schritte so oft wie bei Menschen, und die Arme schwingen weit. Nicht zum Laufen; "
        "mehrmals langsamer"
    ),
    "Bone above the hips that carries the travel along the ground, as game engines want it. Empty: the hips "
    "carry everything": (
        "Knochen über der Hüfte, der den Weg am Boden trägt, wie Spiele-Engines es wollen. Leer: die Hüfte trägt "
        "alles"
    ),
    "How much sudden changes of movement are avoided": (
        "Wie sehr plötzliche Änderungen der Bewegung vermieden werden"
    ),
    "How gently contacts take up and give back the weight": (
        "Wie sanft Kontakte das Gewicht aufnehmen und abgeben"
    ),
    "How much joints stay near their pose at ease": ("Wie sehr Gelenke nahe ihrer gelösten Haltung bleiben"),
    "How much staying near your animation counts against moving with ease": (
        "Wie viel die Nähe zur eigenen Animation gegen eine mühelose Bewegung zählt"
    ),
    "What keys mean, but for the bones below": ("Was Keyframes bedeuten, außer bei den Knochen darunter"),
    "Jump to the frame at which this gives most in the best attempt, and select the bone that is meant": (
        "Springt zu dem Bild, in dem dies im besten Versuch am meisten nachgibt, und wählt den gemeinten Knochen aus"
    ),
    "Which motions of the space are solved": ("Welche Bewegungen des Raums gelöst werden"),
    "A lane for each contact at the foot of a timeline or dope sheet that is high enough. Drag a bar or its ends; "
    "Ctrl click or double click adds one, X removes it. Blue stays as you set it, teal is polished and purple "
    "searched by the solver, pink is both; the thin line is when the solved motion touches": (
        "Eine Spur für jeden Kontakt am Fuß jeder Zeitleiste und jedes Dope Sheets, wenn sie hoch genug sind. "
        "Balken oder ihre Enden ziehen; Strg-Klick oder Doppelklick fügt einen hinzu, X entfernt ihn. Blau bleibt "
        "wie gesetzt, Türkis verfeinert und Violett sucht der Löser, Rosa ist beides; die dünne Linie zeigt, wann "
        "die gelöste Bewegung berührt"
    ),
    "Drag the bar under the mouse, or its nearer end, to another frame; Ctrl click adds a bar": (
        "Zieht den Balken unter der Maus oder sein näheres Ende zu einem anderen Bild; Strg-Klick fügt einen Balken "
        "hinzu"
    ),
    "Let this contact touch once more: from the current frame, or else where there is room first": (
        "Lässt diesen Kontakt noch einmal berühren: vom aktuellen Bild an, sonst wo zuerst Platz ist"
    ),
    "Let this contact not touch then; on the timeline, the bar under the mouse": (
        "Lässt diesen Kontakt dann nicht berühren; auf der Zeitleiste den Balken unter der Maus"
    ),
    "Give the bones weight, joints and contacts: a human's by measured proportions, any other creature's "
    "by its limbs, skin and bone lengths. Again, it keeps the times of contacts, and those you have added": (
        "Gibt den Knochen Gewicht, Gelenke und Kontakte: einem Menschen nach gemessenen Proportionen, jedem "
        "anderen Wesen nach Gliedern, Haut und Knochenlängen. Noch einmal gedrückt, behält es die Zeiten der "
        "Kontakte und selbst hinzugefügte"
    ),
    "Find a physical motion in the background and show it on a ghost; your own action is kept. While one "
    "motion is being solved, others wait in line": (
        "Findet im Hintergrund eine physikalische Bewegung und zeigt sie an einem Geist; die eigene Action "
        "bleibt. Während eine Bewegung gelöst wird, warten weitere in der Reihe"
    ),
    "One click: guess when contacts touch, then find the physical motion nearest to your keys. Your own "
    "action is kept; the result shows how far each bone had to move": (
        "Ein Klick: errät, wann Kontakte berühren, und findet die physikalische Bewegung, die den Keyframes "
        "am nächsten ist. Die eigene Action bleibt; das Ergebnis zeigt, wie weit jeder Knochen ausweichen "
        "musste"
    ),
    "Write the armature's action to a file for other programs, frame by frame. A second Blender does it while "
    "you go on": (
        "Schreibt die Action des Skeletts Bild für Bild in eine Datei für andere Programme. Das macht ein zweites "
        "Blender, während die Arbeit weitergeht"
    ),
    "Write many takes, each to a file of its own with one take and the right frames. A second Blender does it "
    "while you go on; further exports wait in line": (
        "Schreibt viele Takes, jeden in eine eigene Datei mit einem Take und den richtigen Bildern. Das macht ein "
        "zweites Blender, während die Arbeit weitergeht; weitere Exporte warten in der Reihe"
    ),
    "Stop exporting, or take a waiting export off the list; files that are written stay": (
        "Beendet den Export oder nimmt einen wartenden von der Liste; geschriebene Dateien bleiben"
    ),
    "Jump to the frame at which the motion cannot be, and select the bone that is meant": (
        "Springt zu dem Bild, an dem die Bewegung nicht möglich ist, und wählt den gemeinten Knochen aus"
    ),
    "Give the character what its ghost shows, as a new action; your own action stays as it is": (
        "Gibt der Figur, was ihr Geist zeigt, als neue Action; die eigene bleibt, wie sie ist"
    ),
    "Send the ghost away and forget its motion, unless its take is starred": (
        "Schickt den Geist fort und vergisst seine Bewegung, wenn ihr Take keinen Stern hat"
    ),
    "How fast the character travels while the motion repeats": (
        "Wie schnell sich die Figur fortbewegt, während sich die Bewegung wiederholt"
    ),
    "The motion's end leads into its start, as in a walk": (
        "Das Ende der Bewegung geht in ihren Anfang über, wie beim Gehen"
    ),
    "How much the character saves its strength: higher is lazier, lower is wilder": (
        "Wie sehr die Figur ihre Kraft schont: höher ist träger, niedriger ist wilder"
    ),
    "How the ground pushes; an arrow of half the character's height is its weight": (
        "Wie der Boden drückt; ein Pfeil von der halben Größe der Figur ist ihr Gewicht"
    ),
    "The point where the character's weight sits, its way and its shadow on the ground": (
        "Der Punkt, in dem das Gewicht der Figur sitzt, sein Weg und sein Schatten auf dem Boden"
    ),
    "The arc that the center of mass must follow in the air, or would if it let go now": (
        "Die Bahn, der der Schwerpunkt in der Luft folgen muss, oder folgen würde, wenn die Figur jetzt "
        "losließe"
    ),
}
LANGUAGES: dict[str, dict[tuple[str, str], str]] = {
    "de_DE": {
        **{("Operator", english): german for english, german in BUTTONS.items()},
        **{(OWN_SENSE, english): german for english, german in PANELS.items()},
        **{("*", english): german for english, german in (WORDS | TOOLTIPS).items()},
    },
}


def register() -> None:
    """Lets Blender look words up."""
    bpy.app.translations.register(__package__, LANGUAGES)


def unregister() -> None:
    """No more."""
    bpy.app.translations.unregister(__package__)
