# Connect 4
connect4 = Connect 4
connect4-about = Drop pieces; four in a row win.
connect4-size = Connect 4, { $rows } × { $columns }
connect4-run-size = Connect { $run }, { $rows } × { $columns }
connect4-three = Connect 4 for three
connect4-three-about = Three colours, one board, nobody is safe.
connect4-three-size = Connect 4 for three, { $rows } × { $columns }
connect4-rules = Pieces fall to the lowest free cell of a column. Whoever first has four in a row, across, up or aslant, wins. A full board is a draw.
connect4-keys = Choose a column and play it
connect4-board = Board, { $rows } rows and { $columns } columns. Choose a column with the arrow keys or its number, play with Enter.
connect4-column = column { $column }
connect4-full = Column { $column } is full. Choose another one.
connect4-said = { $who }, column { $column }, row { $row }.
connect4-margin = { $run } in a row

# What puzzles are about
puzzle-is-win-now = Win at once
puzzle-hint-win-now = Four in a row are one move away.
puzzle-is-block = Block
puzzle-hint-block = Look at what the other side threatens.
puzzle-is-double-threat = Double threat
puzzle-hint-double-threat = One move can threaten to win in two places.
puzzle-is-force = Win by force
puzzle-hint-force = Threats that must be answered lead to the win.
puzzle-is-zugzwang = Zugzwang
puzzle-hint-zugzwang = In the end the other side must play below your winning cell. Count the moves that are left.
puzzle-is-defence = The only defence
puzzle-hint-defence = See what the other side wants next: every other move loses.
