"""The motion, and the keys that it follows."""

WORDS = {
    "Bones": "Knochen",
    "The bone collection that this is about": "Die Knochensammlung, um die es geht",
    "What the keys of these bones mean": "Was die Keyframes dieser Knochen bedeuten",
    "Extremes are kept, jitter and generated keys are ignored, all others are hints": (
        "Extreme bleiben, Zittern und erzeugte Keyframes werden übergangen, alle anderen sind Hinweise"
    ),
    "The motion stays near these keys as far as physics lets it": (
        "Die Bewegung bleibt diesen Keyframes so nahe, wie die Physik es zulässt"
    ),
    "The motion goes through these keys exactly, if it can": (
        "Die Bewegung geht genau durch diese Keyframes, wenn sie kann"
    ),
    "These bones move as they like": "Diese Knochen bewegen sich, wie sie mögen",
    "Follow My Keys": "Meinen Keyframes folgen",
    "Your keys are a sketch: the motion stays as close to them as physics lets it. Length and frames are "
    "those of your animation, NLA strips included, or of the preview range where one is set": (
        "Die Keyframes sind eine Skizze: die Bewegung bleibt ihnen so nahe, wie die Physik es zulässt. Dauer und "
        "Bilder sind die der eigenen Animation, NLA-Strips eingeschlossen, oder des Vorschaubereichs, wenn einer "
        "gesetzt ist"
    ),
    "Closeness": "Nähe",
    "How much staying near your animation counts against moving with ease": (
        "Wie viel die Nähe zur eigenen Animation gegen eine mühelose Bewegung zählt"
    ),
    "What keys mean, but for the bones below": "Was Keyframes bedeuten, außer bei den Knochen darunter",
    "The new action is called this; the action you have now is kept. Until you type a name it is that of the "
    "preset, or of the keys that are followed": (
        "So heißt die neue Action; die jetzige bleibt erhalten. Bis ein Name getippt wird, ist es der Name der "
        "Vorlage oder der Keyframes, denen gefolgt wird"
    ),
    "Length": "Dauer",
    "Duration of the motion, or of one cycle when it repeats; rounded to whole frames": (
        "Dauer der Bewegung, oder eines Zyklus, wenn sie sich wiederholt; auf ganze Bilder gerundet"
    ),
    "Starts At": "Beginnt bei",
    "The motion begins at a frame of its own; otherwise where the scene does, or its preview range while "
    "that is on": (
        "Die Bewegung beginnt bei einem eigenen Bild; sonst wo die Szene beginnt, oder ihr Vorschaubereich, "
        "solange er an ist"
    ),
    "First Frame": "Erstes Bild",
    "The frame of the timeline at which the motion begins": (
        "Das Bild der Zeitleiste, bei dem die Bewegung beginnt"
    ),
    "Repeats": "Wiederholt sich",
    "The motion's end leads into its start, as in a walk": (
        "Das Ende der Bewegung geht in ihren Anfang über, wie beim Gehen"
    ),
    "Symmetric": "Symmetrisch",
    "The second half of a cycle mirrors the first, left and right exchanged, as in a straight walk; solved "
    "several times faster": (
        "Die zweite Hälfte eines Zyklus spiegelt die erste, links und rechts vertauscht, wie beim "
        "Geradeausgehen; mehrmals schneller gelöst"
    ),
    "How fast the character travels while the motion repeats": (
        "Wie schnell sich die Figur fortbewegt, während sich die Bewegung wiederholt"
    ),
    "Direction": "Richtung",
    "Where it travels: 0 is the way the character faces, 90 degrees is sideways to its left": (
        "Wohin sie sich bewegt: 0 ist die Blickrichtung der Figur, 90 Grad ist seitwärts nach links"
    ),
    "Turn": "Drehung",
    "How far each cycle turns, along a circle; positive is to the left": (
        "Wie weit sich jeder Zyklus dreht, auf einem Kreis; positiv ist nach links"
    ),
    "Timing": "Zeiten",
    "When contacts touch and how long the motion takes: as you set it, or found by the solver. Contacts with "
    "Keep Timing stay as they are": (
        "Wann Kontakte berühren und wie lange die Bewegung dauert: wie gesetzt, oder vom Löser gefunden. "
        "Kontakte mit Zeiten behalten bleiben, wie sie sind"
    ),
    "As Set": "Wie gesetzt",
    "Contacts and length stay as they are": "Kontakte und Dauer bleiben, wie sie sind",
    "Polished": "Verfeinert",
    "The best timings near yours; some ten solves": "Die besten Zeiten nahe den eigenen; etwa zehnmal lösen",
    "Searched": "Gesucht",
    "Looks far and wide; hundreds of solves": "Sucht weit und breit; hunderte Male lösen",
    "Searched, Polished": "Gesucht, verfeinert",
    "Looks far and wide, then goes on to the best near what it found": (
        "Sucht weit und breit und geht dann weiter zum Besten nahe dem Gefundenen"
    ),
    "Length Too": "Auch die Dauer",
    "The length may change as well, from half to twice what is set": (
        "Auch die Dauer darf sich ändern, von der Hälfte bis zum Doppelten der gesetzten"
    ),
    "Unhurried": "Ohne Hast",
    "How much muscles avoid to pull and let go in a hurry. Counts while the timing is found: with 1 a walk's "
    "steps come as often as people's and its arms swing far. Not for runs; several times slower": (
        "Wie sehr Muskeln vermeiden, hastig anzuziehen und loszulassen. Zählt, während die Zeiten gefunden "
        "werden: mit 1 kommen Schritte so oft wie bei Menschen, und die Arme schwingen weit. Nicht zum Laufen; "
        "mehrmals langsamer"
    ),
    "Travel On": "Weg trägt",
    "Bone above the hips that carries the travel along the ground, as game engines want it. Empty: the hips "
    "carry everything": (
        "Knochen über der Hüfte, der den Weg am Boden trägt, wie Spiele-Engines es wollen. Leer: die Hüfte trägt "
        "alles"
    ),
    "Effort": "Anstrengung",
    "How much the character saves its strength: higher is lazier, lower is wilder": (
        "Wie sehr die Figur ihre Kraft schont: höher ist träger, niedriger ist wilder"
    ),
    "Smoothness": "Glätte",
    "How much sudden changes of movement are avoided": (
        "Wie sehr plötzliche Änderungen der Bewegung vermieden werden"
    ),
    "Soft Contact": "Sanfter Kontakt",
    "How gently contacts take up and give back the weight": "Wie sanft Kontakte das Gewicht aufnehmen und abgeben",
    "Posture": "Haltung",
    "How much joints stay near their pose at ease": "Wie sehr Gelenke nahe ihrer gelösten Haltung bleiben",
    "Most Steps": "Schritte",
    "Most steps of the solver before it gives up": "So viele Schritte macht der Löser höchstens, bevor er aufgibt",
    "Time Limit": "Zeitgrenze",
    "Longest time for the solver before it gives up": "So lange rechnet der Löser höchstens, bevor er aufgibt",
    "Variation": "Abweichung",
    "Another number starts from another first guess": "Eine andere Zahl beginnt mit einem anderen ersten Versuch",
    "Variety": "Vielfalt",
    "How far the first guess strays from the usual one; 0 keeps it": (
        "Wie weit der erste Versuch vom üblichen abweicht; 0 behält ihn"
    ),
    "Ground": "Boden",
    "Height of the ground in the world": "Höhe des Bodens in der Welt",
    "Add a bone collection whose keys mean something else: the collection of the active bone": (
        "Fügt eine Knochensammlung hinzu, deren Keyframes etwas anderes bedeuten: die Sammlung des aktiven Knochens"
    ),
    "One click: guess when contacts touch, then find the physical motion nearest to your keys. Your own "
    "action is kept; the result shows how far each bone had to move": (
        "Ein Klick: errät, wann Kontakte berühren, und findet die physikalische Bewegung, die den Keyframes am "
        "nächsten ist. Die eigene Action bleibt; das Ergebnis zeigt, wie weit jeder Knochen ausweichen musste"
    ),
    "Keep Contacts": "Kontakte behalten",
    "Leave the contacts' phases as they are instead of guessing them": (
        "Lässt die Phasen der Kontakte, wie sie sind, statt sie zu erraten"
    ),
    "Let these bones' keys mean what all others mean": (
        "Lässt die Keyframes dieser Knochen bedeuten, was alle anderen bedeuten"
    ),
}
