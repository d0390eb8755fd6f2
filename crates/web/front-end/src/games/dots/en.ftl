# Dots and Boxes
dots = Dots and Boxes
dots-about = Draw lines; who closes a box owns it and moves again.
dots-size = Dots and Boxes, { $rows } × { $columns }
dots-rules = Draw a line between two neighbouring dots. Whoever draws the fourth side of a box owns it and must move again. The most boxes win. Near the end, boxes fall in chains: whoever must open the first long chain usually loses.
dots-board = Board of { $rows } by { $columns } boxes. Go from line to line with the arrow keys, draw with Enter.
dots-horizontal = line across, row { $row }, columns { $column } to { $to }
dots-vertical = line down, column { $column }, rows { $row } to { $to }
dots-horizontal-short = row { $row }, { $column }–{ $to }
dots-vertical-short = col { $column }, { $row }–{ $to }
dots-free = { $edge }, free
dots-taken = { $edge }, drawn by { $who }
dots-refused = This line is drawn already. Choose a free one.
dots-said = { $who }, { $edge }.
dots-closed = { $boxes ->
    [one] One box closed.
   *[other] { $boxes } boxes closed.
  }
dots-again-you = You closed a box: move again.
dots-again = { $who } closed a box and moves again.
dots-score = Boxes
dots-margin = { $more } boxes to { $less }
noise-box = A box is closed

# Why a move is good, and what is expected after it
reason-closes = It closes { $boxes ->
    [one] a box
   *[other] { $boxes } boxes
  } and you move again.
reason-gives-two = It gives up two boxes so that the other side must open the next chain.
reason-gives-four = It gives up a loop of four boxes so that the other side must open the next chain.
reason-safe = It opens nothing for the other side.
reason-opens-least = Something must be opened; this gives the fewest boxes away ({ $boxes }).
reason-opens-chain = It opens { $boxes ->
    [one] a box
   *[other] { $boxes } boxes
  } for the other side.
reason-leaves-boxes = It leaves { $boxes ->
    [one] a box
   *[other] { $boxes } boxes
  } to the other side.
reason-takes-too-much = It takes a box too many: then something must be opened. Leaving the last boxes would have kept control.
reason-loses-control = It changes who must open the first long chain.
verdict-boxes-up = { $who } ends { $boxes ->
    [one] one box
   *[other] { $boxes } boxes
  } ahead with best play.
verdict-boxes-down = { $who } ends { $boxes ->
    [one] one box
   *[other] { $boxes } boxes
  } behind with best play.
verdict-boxes-even = Even with best play.
worth-boxes = { $side ->
    [0] ends even
    [1] ends { $boxes } ahead
   *[other] ends { $boxes } behind
  }
lead-boxes = { $who } +{ $boxes }

# What puzzles are about
puzzle-goal-boxes = { $who } moves and gets the most boxes.
puzzle-is-take = Take
puzzle-hint-take = There is something to take. Take the right box first.
puzzle-is-double-dealing = Double-dealing
puzzle-hint-double-dealing = Do not take everything: who leaves the last boxes of a chain need not open the next.
puzzle-is-quiet = A quiet line
puzzle-hint-quiet = Open nothing, and think of who must open the first long chain.
puzzle-is-sacrifice = Sacrifice
puzzle-hint-sacrifice = There are safe lines left. Give something away all the same.
puzzle-is-handout = What to open
puzzle-hint-handout = Something must be opened. What it is counts, and which of its lines is drawn.
