"""Many motions."""

WORDS = {
    "What formulas, clips and messages call it: letters, digits and _": (
        "Wie Formeln, Clips und Meldungen sie nennen: Buchstaben, Ziffern und _"
    ),
    "Show all of this dimension": "Zeigt alles von dieser Dimension",
    "Take part in the space": "Nimmt am Raum teil",
    "Dimension": "Dimension",
    "What differs from motion to motion": "Was von Bewegung zu Bewegung anders ist",
    "Speed": "Tempo",
    "How fast the character travels, in metres a second": (
        "Wie schnell sich die Figur fortbewegt, in Metern pro Sekunde"
    ),
    "How far each cycle turns, in degrees; positive is to the left": (
        "Wie weit sich jeder Zyklus dreht, in Grad; positiv ist nach links"
    ),
    "Crouch": "Ducken",
    "How far the hips stay below their height at rest, in leg lengths": (
        "Wie weit die Hüfte unter ihrer Höhe in der Ruhelage bleibt, in Beinlängen"
    ),
    "Limp": "Hinken",
    "The share of the body's weight that one foot bears at most": (
        "Welchen Anteil des Körpergewichts ein Fuß höchstens trägt"
    ),
    "Load": "Last",
    "What a part of the body weighs more, in kilograms": "Was ein Teil des Körpers mehr wiegt, in Kilogramm",
    "Character": "Figur",
    "Who moves: each character of a collection": "Wer sich bewegt: jede Figur einer Sammlung",
    "Setting": "Einstellung",
    "A number of the motion, as its length or its effort": (
        "Eine Zahl der Bewegung, etwa ihre Dauer oder ihre Anstrengung"
    ),
    "A formula of the motion has this value, or keeps above or below it": (
        "Eine Formel der Bewegung hat diesen Wert, oder bleibt darüber oder darunter"
    ),
    "Lowest value": "Niedrigster Wert",
    "Highest value, if the steps meet it": "Höchster Wert, wenn die Schritte ihn treffen",
    "Step": "Schritt",
    "From one value to the next": "Von einem Wert zum nächsten",
    "Finer Steps": "Feinere Schritte",
    "More values on a stretch where a small change matters much, as about the speed at which a walk becomes "
    "a run": (
        "Mehr Werte auf einem Stück, auf dem kleine Änderungen viel ausmachen, etwa bei der Geschwindigkeit, bei "
        "der aus Gehen Laufen wird"
    ),
    "Where the finer steps begin": "Wo die feineren Schritte beginnen",
    "Where the finer steps end, if they meet it": "Wo die feineren Schritte enden, wenn sie es treffen",
    "From one value to the next on this stretch": "Von einem Wert zum nächsten auf diesem Stück",
    "Also At": "Auch bei",
    "Single values besides those of the steps, as 0.85 0.95, with spaces between": (
        "Einzelne Werte außer denen der Schritte, etwa 0.85 0.95, mit Leerzeichen dazwischen"
    ),
    "At": "Bei",
    "Show the solved motion that is nearest to this value: 0 is the lowest, 1 the highest": (
        "Zeigt die gelöste Bewegung, die diesem Wert am nächsten ist: 0 ist der niedrigste, 1 der höchste"
    ),
    "Of a load: the bone whose body grows heavier, empty for the hips. Of a limp: a bone of the sore foot, "
    "empty for the right one": (
        "Bei einer Last: der Knochen, dessen Körper schwerer wird, leer für die Hüfte. Beim Hinken: ein Knochen "
        "des wunden Fußes, leer für den rechten"
    ),
    "Characters": "Figuren",
    "Armatures with bodies of the same names": "Armaturen mit Körpern gleicher Namen",
    "Which number of the motion": "Welche Zahl der Bewegung",
    "Duration in seconds": "Dauer in Sekunden",
    "How much strength is saved": "Wie sehr Kraft geschont wird",
    "How much sudden changes are avoided": "Wie sehr plötzliche Änderungen vermieden werden",
    "How gently contacts take up weight": "Wie sanft Kontakte das Gewicht aufnehmen",
    "Gravity": "Schwerkraft",
    "Along the world's Z, below 0, in metres per second squared": (
        "Entlang der Z-Achse der Welt, unter 0, in Metern pro Sekunde im Quadrat"
    ),
    "Other": "Andere",
    "Any number of the job, by its path": "Irgendeine Zahl der Aufgabe, nach ihrem Pfad",
    "Path": "Pfad",
    "Of a number in the job, as errors tell it, such as cycle.translation[2]": (
        "Einer Zahl der Aufgabe, wie Fehler ihn nennen, etwa cycle.translation[2]"
    ),
    "Such as hand.position.z or left_foot.force.z / mass; the manual lists all words": (
        "Etwa hand.position.z oder left_foot.force.z / mass; das Handbuch nennt alle Wörter"
    ),
    "Is": "Ist",
    "What the dimension's value is to the formula": "Was der Wert der Dimension für die Formel ist",
    "Equal To": "Gleich",
    "The formula has this value": "Die Formel hat diesen Wert",
    "The formula keeps at or below this value": "Die Formel bleibt bei diesem Wert oder darunter",
    "The formula keeps at or above this value": "Die Formel bleibt bei diesem Wert oder darüber",
    "What of the formula is meant": "Was von der Formel gemeint ist",
    "The clips' names begin with it; a space that has changed needs another name in the same file": (
        "Damit beginnen die Namen der Clips; ein geänderter Raum braucht in derselben Datei einen anderen Namen"
    ),
    "Samples": "Stichproben",
    "Which motions of the space are solved": "Welche Bewegungen des Raums gelöst werden",
    "Every Combination": "Jede Kombination",
    "Each value of each dimension with all values of the others": (
        "Jeder Wert jeder Dimension mit allen Werten der anderen"
    ),
    "Evenly Spread": "Gleichmäßig verteilt",
    "So many motions from all over the space, not in steps (a Sobol sequence)": (
        "So viele Bewegungen von überall im Raum, nicht in Schritten (eine Sobol-Folge)"
    ),
    "By Lot": "Durch Los",
    "So many motions, each dimension in as many equal parts, one motion in each (a Latin hypercube)": (
        "So viele Bewegungen, jede Dimension in ebenso vielen gleichen Teilen, eine Bewegung in jedem (ein Latin "
        "Hypercube)"
    ),
    "Motions": "Bewegungen",
    "How many motions are spread over the space; Only Where may leave some of them out": (
        "Wie viele Bewegungen über den Raum verteilt werden; Nur wo kann einige davon weglassen"
    ),
    "Seed": "Startwert",
    "Another number spreads the motions elsewhere": "Eine andere Zahl verteilt die Bewegungen anders",
    "Only Where": "Nur wo",
    "Condition over the dimensions, such as speed < 2 or turn == 0; other points are left out": (
        "Bedingung an die Dimensionen, etwa speed < 2 oder turn == 0; andere Punkte bleiben weg"
    ),
    "Clips": "Clips",
    "The file that keeps the clips; empty: beside the .blend file, with its name. Any folder on a disk of "
    "this computer will do": (
        "Die Datei, in der die Clips liegen; leer: neben der .blend-Datei, mit deren Namen. Jeder Ordner auf "
        "einer Platte dieses Rechners ist recht"
    ),
    "Processes": "Prozesse",
    "Motions that are solved at once; 0: one per core": (
        "Wie viele Bewegungen gleichzeitig gelöst werden; 0: eine je Kern"
    ),
    "Add something that differs from motion to motion, with values around those of the panel": (
        "Fügt etwas hinzu, das von Bewegung zu Bewegung anders ist, mit Werten um die der Seitenleiste herum"
    ),
    "Solve every motion of the space in the background, or go on with what is left of it. What is solved is "
    "kept, whatever happens. While another character's space is being solved, this one waits in line": (
        "Löst jede Bewegung des Raums im Hintergrund, oder geht mit dem Rest weiter. Was gelöst ist, bleibt, was "
        "auch geschieht. Während der Raum einer anderen Figur gelöst wird, wartet dieser in der Reihe"
    ),
    "Take the motion that the sliders show off the ghost": "Nimmt die Bewegung, die die Regler zeigen, vom Geist",
    "Put the motion that the sliders show on the list of takes, to accept, change or export it": (
        "Stellt die Bewegung, die die Regler zeigen, auf die Liste der Takes, um sie anzunehmen, zu ändern oder "
        "zu exportieren"
    ),
    "Look up what the file of clips has of this space, as after opening a file": (
        "Sieht nach, was die Datei der Clips von diesem Raum hat, etwa nach dem Öffnen einer Datei"
    ),
    "List the motions that this space is made of, say what is wrong with it and, after trying two of them in "
    "the background, how long it will take": (
        "Listet die Bewegungen auf, aus denen dieser Raum besteht, sagt, was daran falsch ist, und, nachdem zwei "
        "im Hintergrund versucht wurden, wie lange es dauern wird"
    ),
    "Remove this dimension": "Entfernt diese Dimension",
    "Put the best that was found of a motion without a solution on the ghost, to see what is missing. It is "
    "not physical, so it cannot be kept": (
        "Zeigt das Beste, was von einer Bewegung ohne Lösung gefunden wurde, am Geist, um zu sehen, was fehlt. "
        "Es ist nicht physikalisch und kann darum nicht behalten werden"
    ),
    "Which motion of the space, from 0": "Welche Bewegung des Raums, ab 0",
    "Stop solving the space, or trying two of its motions. What is solved is kept, and Generate goes on with "
    "the rest": (
        "Hört auf, den Raum zu lösen oder zwei seiner Bewegungen zu versuchen. Was gelöst ist, bleibt, und "
        "Erzeugen geht mit dem Rest weiter"
    ),
    "{product} = {count} motions": "{product} = {count} Bewegungen",
    "{count} motions, spread over {names}": "{count} Bewegungen, verteilt über {names}",
    "and": "und",
    "{told} at most": "höchstens {told}",
    "Best attempt: {name}": "Bester Versuch: {name}",
    "waiting": "wartet",
    "under way": "in Arbeit",
    "not possible": "nicht möglich",
    "failed": "gescheitert",
    "cancelled": "angehalten",
}
