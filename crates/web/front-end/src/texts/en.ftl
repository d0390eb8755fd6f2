# Every word of the page but those of each game, which are beside it in games/. A language is a copy of these files and one line in lib/text.ts.
poda = Poda
slogan = { $games }, against a computer that shows its working.
skip = Skip to the content
close = Close
cancel = Cancel
no-server = Poda does not answer. Start it again with the command poda; your games are kept.
refused = The server refused this (status { $status }).
lost-connection = The connection to Poda is lost. Trying again…
not-here = There is nothing at this address.
to-menu = To the menu

# Menu
menu = Menu
menu-new = New game
menu-continue = Continue
menu-continue-none = No game is open.
menu-past = Past games
menu-learn = Learn
menu-lab = The lab
menu-settings = Settings
menu-quit = Quit
quit-title = Stop Poda?
quit-text = The server stops and this page can no longer play. Your games are kept and go on when Poda is started again.
quit-do = Stop Poda
quit-done = Poda has stopped
quit-done-text = You can close this page. Start Poda again with the command poda.

# Header
mute = Mute all sounds
unmute = Turn sounds on
help = Keys and help

# Seats
seat-human = person
seat-level = computer, level { $level }
seat-depth = computer, { $depth } { $depth ->
    [one] move
   *[other] moves
  } deep
seat-time = computer, { $seconds } s a move
seat-perfect = computer, perfect
seat-strongest = computer, strongest
seat-character-perfect = { $name }, perfect
seat-agent = computer, { $agent }
seat-program = program { $name }

# Seats of people at several devices
sits-mine = you
sits-taken = a person elsewhere
sits-free = nobody yet
sits-anybody = whoever is here
sit = Sit here
sit-as = Sit here as { $who }
turn-free = Waiting for somebody to play { $who }.
watching = You are watching: others play here.
friend-came = Somebody plays { $who } now.
invite = Invite a friend
invite-title = Play with a friend
invite-text = Whoever opens this link first plays with you; others can watch. The game waits, and a lost connection ends nothing.
invite-here = Only this machine can reach Poda now, in another browser. For other devices start it with this command:
invite-link = Link to this game
invite-back = Play { $who } here after all
invite-qr = The link as a QR code, to be read with a camera

# Colours of the pieces, by palette and player
colour-orchard-0 = Orange
colour-orchard-1 = Blue
colour-orchard-2 = Yellow
colour-classic-0 = Red
colour-classic-1 = Yellow
colour-classic-2 = Violet

# New game
new-title = New game
new-from = The game goes on from this position.
new-which = Which game?
new-against = Against whom?
new-beside = Somebody beside you
new-beside-about = { $players ->
    [2] Two people
   *[other] { $players } people
  } take turns at this screen.
new-friend = A friend elsewhere
new-friend-about = Whoever opens the link takes the free seat.
new-mixed = Everybody as chosen below, seat by seat.
new-starts = You start
new-waits = { $order ->
    [1] You are second
   *[other] You are third
  }
new-expert = Any board, any player in any seat
new-board = Board
new-own = Other
new-rows = Rows
new-columns = Columns
new-run = In a row to win
new-seats = Who plays?
new-seats-help = In order of play: the first one starts.
new-seat = { $colour } { $order ->
    [0] starts
    [1] is second
   *[other] is third
  }
new-kind-human = Person
new-kind-computer = Computer
new-how = How it plays
new-characters = Characters
new-levels = Levels
new-searches = By search
new-programs = Other programs
new-level-1 = Level 1, gentle
new-level-2 = Level 2, steady
new-level-3 = Level 3, sharp
new-level-4 = Level 4, hard
new-depth = Exact depth
new-time = Time a move
new-perfect = Perfect
new-strongest = Strongest
new-depth-label = Moves deep
new-time-label = Seconds a move
new-swap = Swap seats
new-analysis = May be analysed while it goes on
new-start = Start the game
menu-again = The same again

# Characters, the gentlest first
character-pip = Pip
character-pip-about = Still learning. Overlooks a lot.
character-clover = Clover
character-clover-about = Sees what is right in front of it.
character-fern = Fern
character-fern-about = Careful one moment, dreaming the next.
character-hazel = Hazel
character-hazel-about = Thinks before most moves.
character-rowan = Rowan
character-rowan-about = Lets little pass, and plans ahead.
character-ash = Ash
character-ash-about = Looks far and waits for your mistake.
character-cedar = Cedar
character-cedar-about = Nearly always right, at times too fast.
character-oak = Oak
character-oak-about = Calm, tireless, the best there is here.
strength = Scores { $percent } of 100 points against { $against } (95 % sure of { $least } to { $most }, { $games } games).
strength-three = Wins { $percent } of 100 decided games against two of { $against } (95 % sure of { $least } to { $most }, { $games } games; 33 would be even).
strength-short = { $percent } % against { $against }
strength-first = The first one to beat.
strength-drawn = Careful players nearly always draw.
method-obvious = Plays what is obvious and does not look further.
method-depth = Looks { $depth } { $depth ->
    [one] move
   *[other] moves
  } ahead.
method-nodes = Looks at { $nodes } positions before a move.
method-perfect = Asks the exact solver first, and searches where that takes too long.
method-slips = { $slips } moves of 100 are any move at all.
method-glances = { $slips } moves of 100 are made at a glance.
promise-exact = Every move is exact: on this board the solver always finds out in time.
promise-late = Not called perfect: on this board the solver can be relied on only when { $plies } moves or fewer are left. Before that, this is the best search within a few seconds.
promise-none = Not called perfect: there is no exact solver for these rules. This is the best search there is here.

# Games
games-title = Past games
games-open = Still open
games-over = Finished
games-none-open = No game is open.
games-none-over = No game is finished yet.
games-none-fit = No game here fits.
games-more = Show more
games-filter = Show
games-filter-game = Game
games-filter-all = All games
games-filter-result = Result
games-result-all = All results
games-result-won = You won
games-result-lost = You lost
games-result-draw = Draws
games-select = Select
games-select-end = Done
games-select-one = Select: { $game }, { $when }
games-select-all = Select all shown
games-select-none = Select none
games-selected = { $count ->
    [0] Nothing selected
    [one] 1 game selected
   *[other] { $count } games selected
  }
games-delete = Delete
games-delete-title = { $count ->
    [one] Delete this game?
   *[other] Delete { $count } games?
  }
games-delete-text = { $count ->
    [one] It cannot be brought back.
   *[other] They cannot be brought back.
  }
games-deleted = { $count ->
    [one] 1 game is deleted.
   *[other] { $count } games are deleted.
  }
games-moves = { $plies ->
    [0] no move yet
    [one] 1 move
   *[other] { $plies } moves
  }
games-resume = Go on
games-look = Look at it
games-watch = Watch
ended-won = { $who } won
ended-draw = Draw
ended-resigned = { $who } resigned

# The game
cell-empty = column { $column }, row { $row }, empty
cell-piece = column { $column }, row { $row }, { $who }
cell-winning = column { $column }, row { $row }, { $who }, in the winning row
not-your-turn = It is not your turn: { $turn }
looking-back = You are looking at an earlier position.
looking-back-now = In the game: { $turn }
to-now = Back to now
tab = { $what } { $name } – Poda
turn-you = Your turn.
turn = { $who } to move ({ $seat }).
thinking = { $who } is thinking
thinking-depth = looked { $depth } { $depth ->
    [one] move
   *[other] moves
  } ahead
thinking-nodes = { $nodes } positions
thought-book = known from the book of openings
thought-solver = solved to the end of the game
thought-rules = decided by the rules
thought-time = { $seconds } s
thought-line = Expected: { $line }.
thoughts = Show thinking
thoughts-none = Choose a computer's move to see what it thought before.
thinking-best = best so far: { $move }
move-now = Move now
moved-on = The game has moved on in the meantime. This is how it stands now.
undo = Take back
redo = Redo
hint = Hint
hinting = Looking…
restart = Restart
restart-title = Start again from the beginning?
restart-text = This game is kept among the open games.
resign = Resign
resign-title = Resign this game?
resign-text = It counts as lost.
pause = Pause
resume = Go on
step = One move
numbers = Number view
numbers-title = The board as numbers
numbers-help = { $players }; -1 is empty. The rows are those of the board.
numbers-player = { $player } is { $who }
cell-worth = { $cell }. { $worth }
moves-title = Moves
moves-start = Start
moves-list = Moves so far; the arrow keys step through them
hint-title = Hint: { $move }
reason-wins-now = It wins at once.
reason-blocks = It stops a win next move.
reason-double-threat = It threatens to win in two places at once.
reason-threatens = It threatens to win with the next move.
reason-forced = It wins by force.
reason-lasts-longest = Everything loses against best play; this holds out longest.
reason-keeps-draw = It keeps the draw.
reason-looks-best = It keeps the most chances, as far as can be seen.
reason-misses-win = There was a win at once, and this is not it.
reason-leaves-win = It does not stop a win next move.
reason-allows-win = It lets the other side win at once.
reason-allows-double-threat = It lets the other side threaten two wins at once.
reason-lets-win-slip = It lets a win in { $moves ->
    [one] one move
   *[other] { $moves } moves
  } slip.
reason-allows-forced = It lets the other side win by force, in { $moves ->
    [one] one move
   *[other] { $moves } moves
  }.
verdict-wins = { $moves ->
    [one] { $who } wins with the next move.
   *[other] { $who } wins in { $moves } moves.
  }
verdict-loses = { $moves ->
    [one] { $who } loses next move.
   *[other] { $who } loses in { $moves } moves.
  }
verdict-draw = A draw with best play.
verdict-opinion = { $how ->
    [even] It looks even.
    [up-a-little] { $who } looks a little better.
    [up-much] { $who } looks much better.
    [down-a-little] { $who } looks a little worse.
   *[down-much] { $who } looks much worse.
  }
verdict-opinion-several = { $how ->
    [even] { $who } looks as strong as the other two together.
    [up-a-little] { $who } looks a little stronger than the other two together.
    [up-much] { $who } looks much stronger than the other two together.
    [down-a-little] { $who } looks a little weaker than the other two together.
   *[down-much] { $who } looks much weaker than the other two together.
  }

# Result
result-you-won = You won, { $margin }.
result-you-lost = You lost: { $who } has { $margin }.
result-won = { $who } wins, { $margin }.
result-draw = A draw.
result-resigned = { $who } resigned.
result-you-resigned = You resigned.
rematch = Rematch
rematch-join = Go to the rematch
rematch-help = The same players again, seats swapped
new-game = New game
save-gif = Animated GIF
save-text = As text
copy-link = Copy link
copied = Copied
share = Share
share-title = Share or keep this game
share-link = Link to this position

# Analysis
menu-analysis = Analyse a position
analyse = Analyse
position-play = Play from here
position-ended = This game is over.
analysis-title = Analysis
analysis-looks = Looking at every move…
analysis-goes-on = still looking
analysis-agreed = The players of this game agreed not to analyse it before it is over.
analysis-back = Back to the game
analysis-review = Review all moves
analysis-ways = Where to go from here
bar-title = Who is ahead
lead-wins = { $who } wins in { $moves }
lead-draw = Draw
lead-even = Even
lead-opinion = { $who } { $points }
short-wins = W{ $moves }
short-loses = L{ $moves }
short-draw = =
short-opinion = { $points }
short-depth = d{ $depth }
short-atleast = ≥{ $text }
short-atmost = ≤{ $text }
bound-atleast = at least: { $text }
bound-atmost = at most: { $text }
worth-wins = { $moves ->
    [one] wins at once
   *[other] wins in { $moves } moves
  }
worth-loses = { $moves ->
    [one] loses next move
   *[other] loses in { $moves } moves
  }
worth-draw = a draw
worth-opinion = { $how ->
    [even] { $points }, even
    [up-a-little] { $points }, a little better
    [up-much] { $points }, much better
    [down-a-little] { $points }, a little worse
   *[down-much] { $points }, much worse
  }
worth-exact = Exact.
worth-depth = Seen { $depth } { $depth ->
    [one] move
   *[other] moves
  } ahead.
worth-best = best,
list-exact = exact
worth-unknown = …
worths-title = Every move
source-book = From the book
source-book-first = Book and solver
source-solver = Solved
source-seen = Seen to its end
source-search = A guess: -100 is lost, +100 won
source-several = A guess, each against the other two: -100 is lost, +100 won
source-rules = By the rules
line-title = Best line
line-back = One move back in the line
line-on = One move on in the line
line-play = Play the line
line-pause = Stop the line
line-keep = Keep as variation
line-leave = Leave the line
line-shown = In the best line, move { $at } of { $of }
variations-title = Variations
variations-list = Moves and variations; the arrow keys step through them
variation = Variation
variation-promote = Promote
variation-delete = Delete
copy-address = It is in the address bar
read-open = Paste a position
read-title = A position from text
read-label = Moves, or a board drawn with letters
read-help = As Poda writes moves (4453, h12 v31, b2 a1), as digits of other solvers, as a list that counts from 0 ([3, 3, 2]), or a picture of the board, one letter for each piece and a point for each empty cell.
read-do = Analyse it
read-empty = Or an empty board

# Review
learn = Learn from your mistakes
review-title = Review
review-looks = Looking at every move…
review-ready = Every move is graded
review-progress = { $done } of { $of } moves graded, the last ones first.
review-next = { $left ->
    [one] Next mistake (1 left)
   *[other] Next mistake ({ $left } left)
  }
review-end = To the end
review-move = Move { $ply }, { $move }: { $grade }
review-reply = The answer that shows it: { $move }.
review-finished = That was all
review-none = No mistake was made
review-finished-text = There is a figure for each player, and every move can be looked at and analysed.
review-not-proved = Not every grade is proved: each move says how far was seen.
review-whose = Whose mistakes
review-everybody = Everybody
review-mine = Mine
review-analyse = Analyse this position
review-not-now = Choose a mistake first; then you can try another move.
grade-best = as good as any
grade-slower = slower
grade-sooner = loses sooner
grade-mistake = mistake
grade-blunder = blunder
grade-before = Before it: { $verdict }
grade-after = After it: { $verdict }
graph-up = up: { $who }
graph-down = down: { $who }
graph-summary = The value over { $moves } moves, with { $faults ->
    [0] no mistake
    [one] one mistake
   *[other] { $faults } mistakes
  }. The list of moves says the same in words.
figures-title = How well everybody played
figure-accuracy = kept the result
figure-best = { $n } best
figure-slower = { $n } right but not best
figure-mistakes = { $n } { $n ->
    [one] mistake
   *[other] mistakes
  }
figure-blunders = { $n } { $n ->
    [one] blunder
   *[other] blunders
  }
percent = { $n } %
retry-find = Find a better move for { $who }.
retry-played = Move { $ply } was { $move }: { $grade }.
retry-tell = Show the answer
retry-answer = Right would have been { $moves }
retry-is-right = This is right.
retry-right = Right: { $move }
retry-others = Just as good: { $moves }.
retry-slower = Slower, but right: { $move }
retry-faster = It keeps the result, and there is a quicker way.
retry-wrong = Not { $move }
retry-why = It gives something away.
retry-allows = { $who } answers with { $move }. { $verdict }
retry-again = Try again
retry-looking = What about { $move }?

# Settings
settings-title = Settings
settings-theme = Theme
theme-system = As the system
theme-light = Light
theme-dark = Dark
settings-pieces = Pieces
pieces-orchard = Orange, blue, yellow (easy to tell apart)
pieces-classic = Red, yellow, violet
settings-shapes = A different mark on each colour
settings-coordinates = Column numbers and coordinates
settings-numbers = Show the board as numbers beside it
settings-motion = Motion
motion-system = As the system
motion-full = Falling and bouncing
motion-less = Still
settings-sounds = Sounds
settings-muted = Mute everything
noise-drop = A piece or a line
noise-win = A win
noise-loss = A loss
noise-draw = A draw
noise-illegal = A move that is not allowed
settings-try = Hear it

# Help
help-title = Keys
help-arrows = Move over the board (also h j k l)
help-enter = Play
help-undo = Take back, play again
help-hint = Hint
help-mute = Mute
help-repeat = Say the last move again
help-step = Step through the moves, to the first and last
help-next = Next mistake in a review, next puzzle
help-help = This help
help-esc = Close
help-touch = On a touch screen, in an analysis: a tap plays a move, a finger that stays on it tells what it is worth.
help-rules = Rules
help-about = About
help-free = Poda is free: use, change and share it under MIT or Apache-2.0.
help-licences = Licences of everything in it

# Stepping through a game
loading = Opening the game…
game-gone = This game does not exist any more.
step-first = To the start
step-back = One move back
step-on = One move on
step-last = To the last move

# The lab
lab-title = The lab
lab-about = Experiments with error bars: what the published tables said, and what is true. Each shows the result of a whole run that comes with Poda; run it yourself to see both. A run goes on in the background, gives way to games, and can be stopped and gone on with at any time.
lab-systems = What S0 to S4 are
lab-claims = Its claims, one by one
lab-claims-of = The claims of { $system }, one by one
lab-all = All experiments
lab-reference-games = { $games } games come with Poda
lab-own-games = { $played } of { $games } played here
lab-games = { $games } games
lab-yourself = Run it yourself
lab-run = Play all { $games } games
lab-resume = Go on
lab-quick = A quick try
lab-complete = All its games have been played here.
lab-guest = You are a guest here: only the machine that Poda runs on starts experiments. What they showed is above.
lab-is-reference = The result that comes with Poda, from { $games } games.
lab-is-both = Your own { $games } games; beside each figure what the result that comes with Poda has.
lab-is-own = Your own { $games } games.
lab-stop = Stop
lab-running = Running: { $done } of { $total } games, { $left }
lab-left = about { $time } left
lab-left-unknown = time left not known yet
lab-seconds = { $n ->
    [one] 1 second
   *[other] { $n } seconds
  }
lab-minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
  }
lab-hours = { $n ->
    [one] 1 hour
   *[other] { $n } hours
  }
lab-none = Nothing has been played yet. A quick try shows in seconds what this experiment does.
lab-which = What to look at
lab-which-reference = Comes with Poda
lab-which-full = Played here
lab-which-quick = The quick try
lab-html = Report as a page
lab-csv = As CSV
lab-md = As Markdown
lab-svg = Picture as SVG
lab-picture = Picture: { $title }
lab-published = published: { $figure }
lab-reference = with Poda: { $figure }
lab-published-from = Published figures: { $source }.
lab-heat-help = The stronger the colour, the larger. Point at a figure, or go to it with the Tab key, for its interval and number of games.
lab-n = { $n } independent observations
lab-progress = Progress of { $title }

# The search, step by step
tree-title = The search, step by step
tree-open = See the search
tree-settings = How to search
tree-side = Search { $side }
tree-algorithm = Algorithm
tree-algorithm-minimax = Minimax
tree-algorithm-alphabeta = Alpha-beta
tree-algorithm-strong = Strong (scouts, table)
tree-algorithm-paranoid = Paranoid
tree-algorithm-maxn = max^n
tree-algorithm-brs = BRS+
tree-depth = Depth
tree-evaluation = Evaluation
tree-evaluation-usual = the best for the game
tree-order = Order of moves
tree-order-natural = as the game lists them
tree-order-centre = centre first
tree-order-busy = busy places first
tree-window = Window of the root
tree-window-narrow = above the best so far
tree-window-full = open for every move
tree-prune = Pruning
tree-compare = Compare with another search
tree-alone = One search alone
tree-print = Picture to print
tree-analyse = What the moves are worth
tree-controls = Walk through the search
tree-first = To the first step
tree-back = One step back
tree-on = One step on
tree-last = To the last step
tree-play = Play
tree-pause = Pause
tree-next-cut = Next cut-off
tree-next-root = Next better move
tree-speed = Speed
tree-speed-of = { $speed } a second
tree-place = Place in the walk
tree-step = Step { $at } of { $of }
tree-counts = What it cost
tree-visited = of { $nodes } positions visited
tree-cut-count = of { $cut } moves cut off
tree-minimax = visited by plain minimax
tree-minimax-many = Plain minimax visits more than 50 million
tree-node = At
tree-turn = Turn
tree-alpha-beta = Window α, β
tree-best = Best so far
tree-nothing-yet = nothing yet
tree-way = The way from the root
tree-list = The tree as a list
tree-root = root
tree-over = the game is over
tree-max = { $who } (MAX)
tree-min = { $who } (MIN)
tree-size = { $nodes } positions
tree-cut-mark = ✂
tree-cut-move = { $move }: cut off, never looked at
tree-brief-win = W{ $ply }
tree-brief-loss = L{ $ply }
tree-score-win = a win with move { $ply }
tree-score-loss = a loss with move { $ply }
tree-atmost = at most { $value }
tree-atleast = at least { $value }
tree-why-leaf = depth reached
tree-why-end = game over
tree-why-cutoff = cut off
tree-why-table = known from the table
tree-why-searched = { "" }

# What happens in a step, and why
tree-enter-root = { $who } thinks and looks for the best move. Nothing is known yet.
tree-enter-open = After { $move } it is the turn of { $who }. Nothing limits the window: the exact value is wanted.
tree-enter = After { $move } it is the turn of { $who }. Only values between { $alpha } and { $beta } matter here: { $thinker } is sure of the first elsewhere, the other side of the second.
tree-enter-natural = { $move } is the move that looks most promising. Its player does not choose, as another opponent is the one who replies. Now { $who }.
tree-enter-again = { $move } may be better than the best so far, so it is searched again in a wider window. Now { $who }.
tree-leaf = The depth ends after { $move }: the evaluation says { $value }.
tree-end = After { $move } the game is over: { $value }.
tree-table = The table knows the position after { $move }: { $value }.
tree-return-exact = Enough is known after { $move }: it is worth { $value }.
tree-return-atmost = After { $move } it is { $value }. More need not be known.
tree-return-atleast = After { $move } it is { $value }. More need not be known.
tree-effect-first = It is the first value that { $who } has to choose from.
tree-effect-better = For { $who } that is the best so far.
tree-effect-worse = { $who } already has a move that is as good.
tree-effect-again = It may be better than the best so far: look again, in a wider window.
tree-cut-max = { $who } gets at least { $value } here, but the other side can hold it to { $limit } elsewhere and will not come here. { $count ->
    [one] One move need
   *[other] { $count } moves need
  } not be looked at: { $left }.
tree-cut-min = { $who } holds it to { $value } here, but { $thinker } is sure of { $limit } elsewhere and will not come here. { $count ->
    [one] One move need
   *[other] { $count } moves need
  } not be looked at: { $left }.
tree-cut-win = { $who } wins at once and cannot do better. Not looked at: { $left }.
tree-done = Done: the best move is { $move }, worth { $value }.
tree-branch = Cut off: { $move }
tree-branch-cost = Looking at it would have visited { $count ->
    [one] one position
   *[other] { $nodes } positions
  } more, with pruning.
tree-branch-minimax = Plain minimax visits { $count ->
    [one] one position
   *[other] { $nodes } positions
  } there.
tree-branch-minimax-many = Plain minimax visits more than 50 million positions there.
tree-branch-value = It is worth { $value }. Without it { $who } has { $known }, and that is enough: nobody lets the game come here.

# Puzzles
puzzles-title = Puzzles
puzzle-goal-wins = { $moves ->
    [one] { $who } moves and wins at once.
   *[other] { $who } moves and wins in { $moves } moves.
  }
puzzle-goal-draw = { $who } moves and does not lose.
puzzle-one = Exactly one move is right.
puzzle-hint = Hint
puzzle-next = Next puzzle
puzzle-answer = The answer is { $move }
puzzle-line = The solution
puzzle-levels = { $count ->
    [one] Level { $levels } finds it.
   *[other] Levels { $levels } find it.
  }
puzzle-levels-none = No level of the computer finds it.
puzzle-row = In a row
puzzle-longest = Longest
puzzle-solved = Solved
puzzle-solved-of = { $solved } of { $all }
puzzle-game = Game
puzzle-theme = Theme
puzzle-difficulty = Difficulty
puzzle-any = Any
puzzle-level-easy = Easy
puzzle-level-medium = Medium
puzzle-level-hard = Hard
puzzle-none = There is no such puzzle. Choose another theme or difficulty.
puzzle-not-now = This puzzle is answered. Try again, or go on to the next one.
