"""Export and import."""

WORDS = {
    "Write the armature's action to a file for other programs, frame by frame. A second Blender does it "
    "while you go on": (
        "Schreibt die Action der Armatur Bild für Bild in eine Datei für andere Programme. Das macht ein zweites "
        "Blender, während die Arbeit weitergeht"
    ),
    "File": "Datei",
    "Where to write": "Wohin geschrieben wird",
    "Format": "Format",
    "Kind of file": "Art der Datei",
    "Bones and their motion as text": "Knochen und ihre Bewegung als Text",
    "For Unreal, Unity, Maya and others": "Für Unreal, Unity, Maya und andere",
    "Binary glTF, for engines and the web": "Binäres glTF, für Engines und das Web",
    "For Omniverse, Houdini, Maya and others": "Für Omniverse, Houdini, Maya und andere",
    "Write many takes, each to a file of its own with one take and the right frames. A second Blender does "
    "it while you go on; further exports wait in line": (
        "Schreibt viele Takes, jeden in eine eigene Datei mit einem Take und den richtigen Bildern. Das macht "
        "ein zweites Blender, während die Arbeit weitergeht; weitere Exporte warten in der Reihe"
    ),
    "Folder": "Ordner",
    "For": "Für",
    "Engine that will read the files": "Engine, die die Dateien lesen wird",
    "As Chosen": "Wie gewählt",
    "The format chosen below, with nothing changed for an engine": (
        "Das unten gewählte Format, für keine Engine geändert"
    ),
    "FBX in meters, armature and bones with a scale of 1; one file per clip": (
        "FBX in Metern, Armatur und Knochen mit Skalierung 1; eine Datei je Clip"
    ),
    "FBX in centimeters, bones with a scale of 1 and the topmost as Unreal's root; one file per clip": (
        "FBX in Zentimetern, Knochen mit Skalierung 1 und der oberste als Unreals Wurzel; eine Datei je Clip"
    ),
    "Binary glTF, and beside it how to import it; one file per clip": (
        "Binäres glTF, und daneben, wie es zu importieren ist; eine Datei je Clip"
    ),
    "Kind of file, where no engine is chosen": "Art der Datei, wenn keine Engine gewählt ist",
    "Which takes are written": "Welche Takes geschrieben werden",
    "All Takes": "Alle Takes",
    "Every take on the list": "Jeder Take der Liste",
    "Starred": "Mit Stern",
    "Takes with a star": "Takes mit einem Stern",
    "Selected": "Ausgewählt",
    "The take that is selected in the list": "Der Take, der in der Liste ausgewählt ist",
    "Names": "Namen",
    "Name of each file: fields in braces are filled in, as {name}, {character}, {seconds:.2f}, {speed:.1f} "
    "and every other setting of the panel by its name": (
        "Name jeder Datei: Felder in Klammern werden ausgefüllt, etwa {name}, {character}, {seconds:.2f}, "
        "{speed:.1f} und jede andere Einstellung der Seitenleiste mit ihrem Namen"
    ),
    "Read a motion capture file as an armature with an action, to sketch with; also files that Blender's own "
    "importer refuses": (
        "Liest eine Motion-Capture-Datei als Armatur mit einer Action, die als Skizze dient; auch Dateien, die "
        "Blenders eigener Import ablehnt"
    ),
    "The BVH file": "Die BVH-Datei",
    "Up": "Oben",
    "The file's axis that points up": "Die Achse der Datei, die nach oben zeigt",
    "Guess": "Erraten",
    "Y, unless the skeleton only stands with Z": "Y, außer wenn das Skelett nur mit Z steht",
    "As most files have it": "Wie die meisten Dateien",
    "As Blender has it": "Wie Blender",
    "Unit": "Einheit",
    "Length of the file's unit; 0 guesses by the size of the skeleton": (
        "Länge der Einheit der Datei; 0 errät sie aus der Größe des Skeletts"
    ),
    "Begins": "Beginnt",
    "Where on the timeline the motion begins": "Wo auf der Zeitleiste die Bewegung beginnt",
    "With the Scene": "Mit der Szene",
    "Where the scene does, or its preview range while that is on, as all motions": (
        "Wo die Szene beginnt, oder ihr Vorschaubereich, solange er an ist, wie alle Bewegungen"
    ),
    "At Current Frame": "Beim aktuellen Bild",
    "At the frame that you see": "Bei dem Bild, das gerade zu sehen ist",
    "At Frame 1": "Bei Bild 1",
    "As other programs do": "Wie andere Programme",
    "Standing Rest": "Ruhelage im Stehen",
    "Where the file's rest pose does not stand, let the armature rest in the pose of the frame that stands "
    "best; the motion looks the same": (
        "Wo die Ruhelage der Datei nicht steht, ruht die Armatur in der Pose des Bildes, das am besten steht; "
        "die Bewegung sieht gleich aus"
    ),
    "Stop exporting, or take a waiting export off the list; files that are written stay": (
        "Beendet den Export oder nimmt einen wartenden von der Liste; geschriebene Dateien bleiben"
    ),
    "0 is being exported, 1 is next": "0 wird exportiert, 1 kommt als Nächstes",
}
