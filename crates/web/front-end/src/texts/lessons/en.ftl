# The lessons. Every number in here is computed by the server for the position of the step.

learn-title = Lessons
learn-about = How a program looks ahead, in ten lessons. Each step has a real position and something to do; what is right is computed, and so is the reason when something is not. Your progress is kept in this browser.
learn-all = All lessons
learn-progress = { $done } of { $steps }
learn-steps = Steps of this lesson
learn-step = Step { $step }
learn-step-done = Step { $step }, done
learn-ways = Look closer
learn-analyse = What the moves are worth
learn-tree = The tree
learn-legend = Squares are { $who } (MAX), round ones the other side (MIN). W9 is a win, L9 a loss of { $who } with move 9 of the game. Dashed, with ≤ or ≥: only a bound is known.
learn-legend-scores = At each node stand the scores of all players, in order of play. W and L are a win and a loss with that move of the game.
learn-node = { $move }. { $side }. { $value }
learn-node-asked = value asked for
learn-node-hidden = value not shown
learn-choices = Choices
learn-nobody = Nobody: a draw
learn-depth = depth { $depth }
learn-evaluation = evaluation { $evaluation }
learn-order-of = order: { $order }
learn-window-full = open window for every move
learn-no-pruning = without pruning
learn-ties-bounds = bounds count as ties
learn-count = Your count
learn-check = Check
learn-search = Search in this order
learn-order = The order of the moves
learn-earlier = { $move } earlier
learn-later = { $move } later
learn-part = { $nodes } visited, { $value }
learn-on-board = Answer on the board: with the pointer, or with the arrows and Enter.
learn-in-tree = Answer in the tree: choose a node.
learn-right = Right
learn-wrong = Not quite
learn-next = Next step
learn-end = To the lessons
learn-tell = Tell me
learn-told = What is right is marked now. Give it as your answer.
learn-move-worth = { $move } gives { $value }
learn-after = After { $line }
learn-at-root = At the root

# Why
learn-why-max = { $who } is MAX and takes the largest: { $moves }.
learn-why-min = { $who } is MIN and takes what is least for MAX: { $moves }.
learn-why-so = So it is { $value }.
learn-why-own = { $who } looks at score number { $place } alone, the own one: { $moves }.
learn-why-over = The game is over there, and the rules say { $value }.
learn-why-leaf = The depth ends there, and the evaluation says { $value }.
learn-why-line = It goes on: { $line }
learn-why-best = { $move } is worth { $value } at this depth. Nothing is worth more.
learn-why-less = { $move } is worth { $value } at this depth; there is a move that is worth { $best }.
learn-why-visited = The search does look at { $line }: it comes there with the window ({ $alpha }, { $beta }), and something between them would still matter.
learn-why-cut-max = { $place } { $who } has at least { $value }. The other side can hold it to { $limit } elsewhere and will not come here: { $left } need not be looked at.
learn-why-cut-min = { $place } { $who } holds it to { $value } or less. MAX is sure of { $limit } elsewhere and will not come here: { $left } need not be looked at.
learn-why-ordered = In this order { $nodes } positions are visited; at most { $most } are asked for.
learn-why-levels = From the root down: { $levels }.
learn-why-found = { $agent }: plays { $move }, expects { $value }, visits { $nodes } positions.
learn-why-really = The solver: { $verdict }
learn-why-false-ties = It takes { $moves } for as good as the best. { $count ->
    [one] It is not
   *[other] They are not
  }: only a bound was known.
learn-why-node = { $place }: { $value }. The best at the root is { $best }.
learn-why-root = This is the root, worth { $value }.
learn-why-truth = Searched with an open window it is exactly { $value }.
learn-why-left = Not looked at there: { $left }.
learn-why-whole = Every move was looked at there: nothing was cut, and the value is exact.
learn-why-end = The search ends there: nothing stands below it that could be cut, and the value is exact.
learn-why-turns = Before the move it was the turn of { $before }, after it { $who } moves.
learn-why-no-turn = Nobody moved before, or nobody moves any more.
learn-why-again = { $move } closes { $boxes ->
    [one] a box
   *[other] { $boxes } boxes
  }, so { $by } moves again.
learn-why-turn = After { $move } the turn goes from { $by } to { $who }.
learn-why-next = { $move } closes nothing: the turn goes from { $by } to { $who }.

# 1
lesson-minimax = Minimax by hand
lesson-minimax-about = What a position is worth if both sides play their best.
lesson-minimax-leaf = { $who } is to move, and only { $moves } squares are free: the tree on the page is the whole rest of the game. { $who } is MAX and wants a large value; the other side, MIN, a small one; a draw is 0. Start at the bottom. What is the end worth that is marked with a question mark?
lesson-minimax-leaf-done = Where the game is over there is nothing to search: the rules say what it is worth. A quick win is worth more than a slow one.
lesson-minimax-min = One level up it is the turn of { $other }, who is MIN. What is the marked position worth?
lesson-minimax-min-done = MIN does not hope that somebody errs. The value of a node of MIN is the smallest one below it.
lesson-minimax-other = And the other move of { $who }: what is it worth after the best reply?
lesson-minimax-other-done = There is a win below it, but { $other } will not go there. What can be forced counts, not what could be.
lesson-minimax-max = Now the root. { $who } is MAX and chooses among all { $moves } moves. What is the position worth?
lesson-minimax-max-done = MAX takes the largest. That is all of minimax: the values come up from the end of the game, level by level, { $nodes } positions in all.
lesson-minimax-play = You have the values. Play the move that minimax plays.
lesson-minimax-play-done = { $best } keeps the draw. It is the only move that does.
lesson-minimax-opinion = Most games are too long to see their end. Then the search stops after { $depth } moves and asks an evaluation, a guess in points; { $who } is MAX. What is this position worth, { $depth } moves ahead?
lesson-minimax-opinion-done = The same two rules as before; only the leaves are opinions now instead of results. The value is as good as the evaluation, and as the depth.
lesson-minimax-count = What does it cost? On the empty board every side has { $moves } moves. How many positions does minimax visit to depth { $depth }? The root counts, too.
lesson-minimax-count-done = Each ply multiplies by the number of moves. Depth { $depth } is { $nodes } positions, and each further ply makes it about { $moves } times as many. That is why the next lessons are about looking at less.

# 2
lesson-horizon = Depth, evaluation and the horizon
lesson-horizon-about = What a search sees, and what lies behind its edge.
lesson-horizon-look = A search of depth { $depth } looks at its own moves alone and asks the evaluation: pairs and threes with room to grow, its own minus the other side's. What does { $who } expect here?
lesson-horizon-look-done = One move deep, { $choice } looks best. What the other side answers, this search does not know.
lesson-horizon-find = { $who } can win by force here. Find the move.
lesson-horizon-find-done = Two threats at once: the other side can stop only one. The win stands on the board after { $who } has moved, the reply has come, and { $who } has moved again.
lesson-horizon-see = The same position. Which of these searches sees that the game is won? (More than one does; choose one of them.)
lesson-horizon-see-done = Move, reply, win: a search that stops before the last of them sees only points. What lies one ply behind its last one does not exist for it: that is the horizon.
lesson-horizon-fall = Here a search can lose the game because it looks too short a way. Which one plays a move that loses? (More than one does.)
lesson-horizon-fall-done = The shallow ones take the middle, as their evaluation likes it. Deeper ones see the double threat that follows, and avoid it.
lesson-horizon-save = Now you: which move holds the draw?
lesson-horizon-save-done = { $best } both hold it. After any other move { $other } makes two threats at once, or wins later.
lesson-horizon-judge = With the same depth a better evaluation can see what a worse one cannot: it is a guess of what lies behind the horizon. Which evaluation finds a move here that holds the draw?
lesson-horizon-judge-done = At the same depth one opinion was luckier than the others. Which evaluation is better on the whole cannot be told from one position: the lab lets them play hundreds of games.

# 3
lesson-pruning = Alpha-beta: what need not be looked at
lesson-pruning-about = Mark what will be cut, then see.
lesson-pruning-sure = { $who } is MAX. The search looks at the first move, { $move }, and all replies. What is { $who } sure of then?
lesson-pruning-sure-done = That number is alpha: whatever else there is, { $who } will not take less. From here on a move matters only if it is worth more.
lesson-pruning-stop = This is the same tree as alpha-beta leaves it: { $nodes } positions instead of { $minimax }. Choose a node where it stopped before it had seen all replies.
lesson-pruning-stop-done = One reply was enough to show that the move is no better than what MAX has already. How bad it is exactly, nobody needs to know.
lesson-pruning-mark = Now before the search: { $who } is MAX, moves are looked at from left to right (or from top to bottom). Mark every position that alpha-beta will not visit, then check.
lesson-pruning-mark-done = { $cut } moves are cut, and { $nodes } of { $minimax } positions visited. The value at the root is the same: { $value }.
lesson-pruning-deeper = A deeper tree, to the end of the game. What is below a cut branch is never visited either; marking the branch is enough.
lesson-pruning-deeper-done = { $nodes } of { $minimax } positions. The higher a branch is cut, the more is saved.
lesson-pruning-bound = What comes back from a node with a cut is not its value but a bound, with ≤ or ≥. Choose a node of which only a bound is known.
lesson-pruning-bound-done = A bound is enough to say "not better than what I have", and it must never be taken for more than that. A later lesson shows what happened to somebody who did.
lesson-pruning-saved = From the empty board, all to the same depth: these searches find the same value. Which one visits the fewest positions?
lesson-pruning-saved-done = Same value, same move, a fraction of the work. Why the order makes such a difference is the next lesson.

# 4
lesson-order = The order of moves
lesson-order-about = Cut most by choosing the order yourself.
lesson-order-lucky = Here the first move that is looked at wins at once. Mark all that alpha-beta need not visit.
lesson-order-lucky-done = With the best move first, one reply refutes each of the others: { $nodes } of { $minimax } positions. This is the best case, about the square root of minimax when the tree is deep.
lesson-order-four = You decide in which order the { $count } moves of { $who } are searched, { $depth } plies deep. From left to right { $natural } positions are visited. Find an order with at most { $most }.
lesson-order-four-done = The best move first: every later one only has to be shown to be no better.
lesson-order-seven = A full board has { $count } columns. From left to right alpha-beta visits { $natural } positions; get it down to { $most }. Look at the board: which move would you look at first?
lesson-order-seven-done = A win that is found first narrows the window for all others. Programs guess by threats, by the centre, and by what was best one ply less deep.
lesson-order-boxes = Another game, the same idea: { $natural } positions in the order of the game, at most { $most } in yours.
lesson-order-boxes-done = The move that closes a box comes first. Captures first is the rule of thumb of every game that has them.
lesson-order-last = In the order of the game the best move comes last here: the worst case, { $natural } positions. Get it down to { $most }.
lesson-order-last-done = One move at the right place, and most of the tree is gone. The value never depends on the order; the cost does.
lesson-order-rule = A program cannot look at the board as you do. It needs a rule that is right most of the time. Which rule visits the fewest positions here?
lesson-order-rule-done = No rule is the best everywhere: from the empty board it was the centre first. Any rule that is right more often than chance pays, because it works at every node of the tree, not only at the root.

# 5
lesson-turns = When turns do not alternate
lesson-turns-about = MAX, MAX, MIN: who moves next decides how values come up.
lesson-turns-whose = { $who } draws the line in the middle ({ $move }). Whose turn is it then?
lesson-turns-whose-done = Whoever closes a box moves again. A program that simply takes turns gets this game wrong.
lesson-turns-pass = And if { $who } draws the line at the right edge instead ({ $move })?
lesson-turns-pass-done = Nothing was closed, so the turn passes. In the tree both kinds of moves stand side by side.
lesson-turns-again = The whole rest of a game, with { $moves } lines left. Choose a node at which the player moves who has just moved.
lesson-turns-again-done = Squares below squares, round ones below round ones: the shape shows whose turn it is, whatever the level.
lesson-turns-twice = What is the marked position worth? Look at its shape first.
lesson-turns-twice-done = The value goes up without changing sides: whoever moves twice chooses twice. In code: negate and swap the window only if the side changes.
lesson-turns-root = And the whole position, for { $who }?
lesson-turns-root-done = Minimax does not need turns that alternate. It needs to know, at each node, who chooses.
lesson-turns-cut = Alpha-beta works, too: mark what it will not visit. Moves are looked at from left to right (or from top to bottom).
lesson-turns-cut-done = { $nodes } of { $minimax } positions. Where MAX moves twice in a row, the window stays as it is.
lesson-turns-play = A larger board. Play the move that keeps the most for { $who }.
lesson-turns-play-done = A box that can be closed, and then the turn is still yours. The next lesson is about the time when that is a mistake.

# 6
lesson-chains = Chains and the double-dealing move
lesson-chains-about = Why it can be right to give two boxes away.
lesson-chains-safe = A line is safe if it leaves no box with three sides. Find a safe move for { $who }.
lesson-chains-safe-done = While there are safe moves nobody gives anything away. Whoever runs out of them first must open something.
lesson-chains-least = No move is safe any more: whatever { $who } draws, something is opened. Which opening costs least?
lesson-chains-least-done = The shortest chain first, the long ones last: what is left for the end is for whoever is in control then.
lesson-chains-take = { $other } has opened a chain. It is the last one. What should { $who } do?
lesson-chains-take-done = Take, and take the rest, too. When nothing else is left there is nothing to keep control of.
lesson-chains-deal = Boxes can be taken here, but after them { $who } must open the next chain. Find the move that keeps the most.
lesson-chains-deal-done = The double-dealing move: leave two boxes with a single line. { $other } takes them and must then open the next chain. Two boxes given, a whole chain won.
lesson-chains-hard = { $who } must open something, and several moves open the same short chain of two boxes. After most of them { $other } can deal double, after one not. Which one is right?
lesson-chains-hard-done = With the middle line the two boxes can only be taken, not given back: { $other } must move again. Open a chain of two in its middle.
lesson-chains-larger = The same on a larger board. What keeps the most?
lesson-chains-larger-done = Taking everything would have meant opening the long chain. Control is worth more than two boxes as long as the chains are longer than that.
lesson-chains-search = How deep must a search that only counts boxes look, to find the double-dealing move? Choose one that finds it.
lesson-chains-search-done = The reward comes several moves later, behind the horizon of a shallow search. An evaluation that knows chains sees it much earlier.

# 7
lesson-threats = Threats, odd and even
lesson-threats-about = Squares that nobody may fill, and who must fill the square below them.
lesson-threats-block = { $other } threatens to win with the next move. Stop it.
lesson-threats-block-done = The first thing to look at on every move: can I win, can the other side?
lesson-threats-two = Make two threats at once.
lesson-threats-two-done = One can be stopped, not both. Most games between beginners end like this.
lesson-threats-poison = Some columns are poisoned now: whoever plays there gives the square above. { $who } wins, but not with every move. Find one that wins.
lesson-threats-poison-done = { $verdict } Nobody wants to fill the square below a threat. As long as other squares are free, nobody has to.
lesson-threats-odd = The free squares come to an end. Rows count from the bottom. If all other columns are full, { $who } who started fills the squares of odd rows, the other side those of even rows. So for whoever started a threat in an odd row is worth the game. Find the move.
lesson-threats-odd-done = { $verdict } Follow the line: nobody threatens anything at its end, but { $other } must move, and every move lets { $who } win.
lesson-threats-even = Now { $who } is the one who did not start. A threat in an even row works, if { $other } has no odd one. Find the move.
lesson-threats-even-done = { $verdict } Again { $other } runs out of good moves first: the board has an even number of squares, so the last one is for { $who }. Chess players call it zugzwang.
lesson-threats-who = The same position. Who wins if nobody errs?
lesson-threats-who-done = The solver needs no rule of odd and even: it searches to the end. The rule is how people see in a moment what it has to search for.

# 8
lesson-three = Three players: whom do you fear?
lesson-three-about = Paranoid and max^n, two ways to think about two opponents.
lesson-three-whose = Three play, three in a row win. { $who } plays { $move }, then { $other } { $then }. Who is next?
lesson-three-whose-done = Between two turns of { $who } lie two of others. Do they play against { $who }, or each for themselves?
lesson-three-paranoid = The paranoid answer: both are against me. { $who } is MAX, the two others are MIN together. What is { $move } worth then?
lesson-three-paranoid-done = { $other } would have to help { $third } to win, and lose the game by it. The paranoid search fears exactly that.
lesson-three-fear = Play as the paranoid search plays: what is best if both others play together against { $who }?
lesson-three-fear-done = { $best }: no loss within { $depth } moves, whatever they do. A win that it sees is certain; a loss that it fears may never come.
lesson-three-own = The other answer, max^n: everybody looks after themselves, and each node has a score for each player. Choose the node that { $who } goes to.
lesson-three-own-done = At each node the player to move compares one number only, the own one, and the whole triple comes up with it.
lesson-three-trust = Play as max^n plays.
lesson-three-trust-done = { $best }, not what the paranoid search chose. { $other } would rather play for the own score than hand the game to { $third }. Whether that is wise depends on the people at the table.
lesson-three-cost = To the same depth on a large board: which of the three visits the fewest positions? BRS+ lets only one of the opponents choose; the other makes the most promising move.
lesson-three-cost-done = max^n can cut almost nothing: a bound for one player says little about the others. That is why paranoid and BRS+ look deeper in the same time, and often play better for it.

# 9
lesson-mistake = A published mistake
lesson-mistake-about = Bounds taken for ties: find it in the tree.
lesson-mistake-best = A student project let searches of { $game } play each other and found that looking deeper does not help. It was wrong, and the reason is in this tree. First: which move is truly best for { $who }, { $depth } plies deep, counting boxes?
lesson-mistake-best-done = Only { $best }. Keep it in mind.
lesson-mistake-bound = This is what its search did: alpha-beta, and the root's window becomes narrower with each better move. Choose a node below the root of which only a bound came back.
lesson-mistake-bound-done = The search stopped there as soon as it knew that the move is not better. That is right, as long as nobody reads more into the number.
lesson-mistake-equal = The program then collected all moves of the root that came back with the best value, and chose one of them at random. How many moves came back with { $value }, with or without a sign?
lesson-mistake-equal-done = { $nodes } positions were visited, and the program throws a coin between these moves.
lesson-mistake-false = One of them is not worth that much. Which one is the false tie?
lesson-mistake-false-done = ≤ { $value } means: { $value } or less. It was less. The program could not know, and chose it at random.
lesson-mistake-true = Another position. In the program's tree all { $moves } moves came back with the same number. This is the whole tree, without cuts: how many moves are truly worth as much as the best?
lesson-mistake-true-done = Its coin has { $moves } sides, and { $count } of them { $count ->
    [one] is
   *[other] are
  } right. The deeper the search, the more cuts, the more false ties: it looked as if depth did harm.
lesson-mistake-honest = How is it put right? Choose a search that takes no false tie for a true one.
lesson-mistake-honest-done = Either give every move of the root an open window and pay for exact values, or replace the best move only by one that is strictly better. With either, depth helps, as the lab's experiment s3-matrix shows.

# 10
lesson-solved = How { $game } is solved
lesson-solved-about = From the empty board to the last move, with everything from the lessons before.
lesson-solved-first = Since 1988 it is known who wins { $game }. Play the only first move that wins.
lesson-solved-first-done = { $verdict } Two people found it in the same month, James Allen with a search and Victor Allis with rules about threats.
lesson-solved-edge = { $who } starts at the edge instead, in { $move }. Who wins if nobody errs?
lesson-solved-edge-done = The first move in an outer column gives the win away.
lesson-solved-between = And after a start in { $move }?
lesson-solved-between-done = Only the middle wins. The columns beside it draw, and the others lose.
lesson-solved-prune = There are more than four trillion positions, and nobody looks at all of them. To the same depth: which search visits the fewest?
lesson-solved-prune-done = The strong search also remembers positions in a table: many orders of moves lead to the same position, and mirror images are the same, too.
lesson-solved-only = Solvers find moves that no rule of thumb finds. Here one single move holds the draw. Which?
lesson-solved-only-done = All others lose, though it takes long. A solver asks only "win, draw or loss": a window one point wide, in which almost everything is cut.
lesson-solved-end = Later in the game a solver needs a blink. { $verdict } Find the move.
lesson-solved-end-done = From here to the end everything is exact. You have seen all the parts: minimax, a window, a good order, a table, and threats. The rest is patience; the documentation of this program tells how it is done here.
