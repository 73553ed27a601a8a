"""The result, going on from it, and takes."""

WORDS = {
    "Action": "Action",
    "The motion; rename it by a double click": "Die Bewegung; ein Doppelklick benennt sie um",
    "Star": "Stern",
    "Keep this take when it is rejected or the list is cleared": (
        "Behält diesen Take, wenn er verworfen oder die Liste geleert wird"
    ),
    "Ghost": "Geist",
    "The second armature that shows the motion": "Die zweite Armatur, die die Bewegung zeigt",
    "Other Ghost": "Anderer Geist",
    "The armature that shows the take beside it": "Die Armatur, die den Take daneben zeigt",
    "Result": "Ergebnis",
    "The motion that waits for Accept or Reject": "Die Bewegung, die auf Annehmen oder Verwerfen wartet",
    "Accepted: {name}": "Angenommen: {name}",
    "Offset": "Abstand",
    "How far beside the character its ghost stands; 0 puts it over the character": (
        "Wie weit neben der Figur ihr Geist steht; 0 stellt ihn über die Figur"
    ),
    "Blend": "Mischung",
    "How much of the physical motion is taken: 0 is as you keyed it, 1 is as it was solved": (
        "Wie viel von der physikalischen Bewegung genommen wird: 0 ist wie von Hand gesetzt, 1 wie gelöst"
    ),
    "Takes": "Takes",
    "Mute Constraints": "Constraints stummschalten",
    "Accept and Snap mute the constraints that would hide the motion on this control rig; Give Back, above "
    "the list of takes, lets them rule again": (
        "Annehmen und Übernehmen schalten die Constraints stumm, die die Bewegung auf diesem Steuerrig verdecken "
        "würden; Zurückgeben, über der Liste der Takes, lässt sie wieder gelten"
    ),
    "Own Action": "Eigene Action",
    "What the character played before they were muted": "Was die Figur spielte, bevor sie stumm waren",
    "Own Slot": "Eigener Slot",
    "The slot of it that moved the character": "Dessen Slot, der die Figur bewegte",
    "Take": "Take",
    "The take that the buttons below work on": "Der Take, an dem die Knöpfe darunter arbeiten",
    "Give the character what its ghost shows, as a new action; your own action stays as it is": (
        "Gibt der Figur, was ihr Geist zeigt, als neue Action; die eigene bleibt, wie sie ist"
    ),
    "Make a new take with as few keys as keep every bone within a tolerance, in smooth curves": (
        "Macht einen neuen Take mit so wenigen Keyframes, dass jeder Knochen innerhalb einer Toleranz bleibt, in "
        "glatten Kurven"
    ),
    "Largest change of a bone's own rotation": "Größte Änderung der eigenen Rotation eines Knochens",
    "Distance": "Abstand",
    "Largest change of a bone's own location": "Größte Änderung der eigenen Position eines Knochens",
    "Show this take on a second ghost, on the other side of the character from the first; once more sends that "
    "ghost away": (
        "Zeigt diesen Take an einem zweiten Geist, auf der anderen Seite der Figur; noch einmal schickt diesen "
        "Geist fort"
    ),
    "Let the constraints that were muted for a solved motion rule again, and the character play what it "
    "played before; the motion stays on the list of takes": (
        "Lässt die Constraints, die für eine gelöste Bewegung stumm waren, wieder gelten, und die Figur spielen, "
        "was sie vorher spielte; die Bewegung bleibt auf der Liste der Takes"
    ),
    "Change the solved motion and solve on from there. With a preview range only its frames change, with "
    "Only Selected Bones only the joints of those, and all else stays as it is": (
        "Ändert die gelöste Bewegung und löst von dort weiter. Mit einem Vorschaubereich ändern sich nur dessen "
        "Bilder, mit Nur gewählte Knochen nur deren Gelenke, alles andere bleibt"
    ),
    "How": "Wie",
    "What is done before the solver goes on": "Was geschieht, bevor der Löser weitermacht",
    "Smooth": "Glätten",
    "Take the jitter out of the motion, then make it physical again": (
        "Nimmt das Zittern aus der Bewegung und macht sie dann wieder physikalisch"
    ),
    "Shake": "Rütteln",
    "Disturb the motion, to come upon another way of doing the same": (
        "Stört die Bewegung, um auf einen anderen Weg zum selben Ziel zu kommen"
    ),
    "Reweigh": "Neu gewichten",
    "Go on with the effort, smoothness and posture that the panel asks for now": (
        "Geht mit der Anstrengung, Glätte und Haltung weiter, die die Seitenleiste jetzt verlangt"
    ),
    "Continue": "Weitermachen",
    "Go on from where it is, as after Stop": "Geht weiter, wo sie ist, wie nach Anhalten",
    "Passes": "Durchgänge",
    "How often Smooth filters the motion": "Wie oft Glätten die Bewegung filtert",
    "How far Shake disturbs joints, in the middle of the interval": (
        "Wie weit Rütteln Gelenke in der Mitte des Stücks stört"
    ),
    "Another number is another way to shake": "Eine andere Zahl rüttelt anders",
    "Only Selected Bones": "Nur gewählte Knochen",
    "Smooth, Shake, Reweigh, Continue and Snap change only bones that are selected in pose mode": (
        "Glätten, Rütteln, Neu gewichten, Weitermachen und Übernehmen ändern nur Knochen, die im Pose-Modus "
        "ausgewählt sind"
    ),
    "Make a new take of a repeating one: on the spot, or with its travel on a root bone": (
        "Macht aus einem Take, der sich wiederholt, einen neuen: auf der Stelle, oder mit seinem Weg auf einem "
        "Wurzelknochen"
    ),
    "Travel": "Weg",
    "Where the way along the ground goes": "Wohin der Weg am Boden kommt",
    "In Place": "Auf der Stelle",
    "The character walks on the spot, as on a treadmill": "Die Figur geht auf der Stelle, wie auf einem Laufband",
    "Root Motion": "Root Motion",
    "The bone chosen as Travel On carries the way, as game engines want it": (
        "Der Knochen, der bei Weg trägt gewählt ist, trägt den Weg, wie Spiele-Engines es wollen"
    ),
    "On the Hips": "Auf der Hüfte",
    "The hips carry everything": "Die Hüfte trägt alles",
    "Put this take on the asset shelf, with a picture, tags and a catalog of the character's name": (
        "Stellt diesen Take ins Asset-Regal, mit Bild, Schlagwörtern und einem Katalog mit dem Namen der Figur"
    ),
    "Catalog": "Katalog",
    "Write the character's catalog beside the saved file, where Blender looks for it": (
        "Schreibt den Katalog der Figur neben die gespeicherte Datei, wo Blender ihn sucht"
    ),
    "Send the ghost away and forget its motion, unless its take is starred": (
        "Schickt den Geist fort und vergisst seine Bewegung, wenn ihr Take keinen Stern hat"
    ),
    "Take this take off the list and forget its motion, unless it is needed elsewhere": (
        "Nimmt diesen Take von der Liste und vergisst seine Bewegung, wenn sie sonst nirgends gebraucht wird"
    ),
    "Put the panel's settings back as they were when this take was solved": (
        "Stellt die Einstellungen der Seitenleiste zurück, wie sie waren, als dieser Take gelöst wurde"
    ),
    "Put this take on the ghost, to accept or reject it": (
        "Zeigt diesen Take am Geist, um ihn anzunehmen oder zu verwerfen"
    ),
    "Key the character as its ghost stands in this frame, in a copy of your action; with a preview range, in "
    "all its frames; with Only Selected Bones, only those": (
        "Setzt Keyframes für die Figur, wie ihr Geist in diesem Bild steht, in einer Kopie der eigenen Action; "
        "mit einem Vorschaubereich in allen seinen Bildern; mit Nur gewählte Knochen nur für diese"
    ),
    "Jump to the frame at which this gives most in the best attempt, and select the bone that is meant": (
        "Springt zu dem Bild, in dem dies im besten Versuch am meisten nachgibt, und wählt den gemeinten Knochen "
        "aus"
    ),
    "Which line of the list, from 0": "Welche Zeile der Liste, ab 0",
}
