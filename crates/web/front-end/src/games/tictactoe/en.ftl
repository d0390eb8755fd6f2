# Tic-tac-toe
tictactoe = Tic-tac-toe
tictactoe-about = Take a square; three in a row win.
tictactoe-size = Tic-tac-toe, { $rows } × { $columns }
tictactoe-run-size = Tic-tac-toe, { $rows } × { $columns }, { $run } in a row
tictactoe-rules = Take a free square. Whoever first has three in a row, across, up or aslant, wins. A full board is a draw. On the usual board nobody wins who plays against care.
tictactoe-board = Board, { $rows } rows and { $columns } columns. Choose a square with the arrow keys, take it with Enter.
tictactoe-square = square { $square }
tictactoe-taken = Square { $square } is taken. Choose a free one.
tictactoe-said = { $who }, square { $square }.
tictactoe-margin = { $run } in a row
