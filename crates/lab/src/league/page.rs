//! A league as one page that needs nothing else: the table, who beat whom, and every game to step through.

use poda_coach::{Board, Palette, Pieces, Theme, look};
use poda_engine::{AnyGame, AnyMove, Game, PlayerId};
use serde::Serialize;

use super::table::{METHOD, Played, played};
use super::{League, LeagueError, LeagueTable};
use crate::export::{PAGE_COLOURS, PAGE_STYLE, escaped};
use crate::record::{Reason, Record};

/// What the page's script draws from: no rules, only what there is to see.
#[derive(Serialize)]
struct PageData {
    board: BoardShape,
    /// For each player, the mark as a path about the centre of a piece.
    marks: Vec<&'static str>,
    names: Vec<String>,
    games: Vec<GameData>,
}

#[derive(Serialize)]
struct BoardShape {
    kind: &'static str,
    rows: usize,
    columns: usize,
}

#[derive(Serialize)]
struct GameData {
    /// The players by their place in `names`, in order of play.
    seats: [usize; 2],
    /// Who won, by seat; nothing for a draw.
    winner: Option<usize>,
    /// How it was given away, if it was.
    forfeit: Option<String>,
    opened: usize,
    moves: Vec<Step>,
    /// The places of the winning runs at the end, as row and column from the top left; none where a game is won otherwise.
    won: Vec<(usize, usize)>,
}

/// What a move changed.
#[derive(Serialize)]
struct Step {
    /// The move as people write it.
    m: String,
    /// Who made it.
    p: usize,
    /// The places that are that player's since then: cells or boxes, as row and column from the top left.
    c: Vec<(usize, usize)>,
}

/// The page of a league.
///
/// # Errors
/// Its records cannot be read.
pub fn league_page(league: &League) -> Result<String, LeagueError> {
    let played = played(league)?;
    let table = LeagueTable::of(league, &played);
    let data = data(league, &table, &played);
    // The only sequence that could end the script early.
    let json = serde_json::to_string(&data)
        .expect("it is JSON")
        .replace("</", "<\\/");
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{PAGE_COLOURS}{PAGE_STYLE}{STYLE}{board}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p class=\"soft\">{game}, {played} of {games} games. {METHOD}</p>\n{standings}{cross}{VIEWER}</main>\n\
         <script type=\"application/json\" id=\"data\">{json}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        board = board_style(),
        title = escaped(&table.title),
        game = escaped(&table.game),
        played = table.played,
        games = table.games,
        standings = standings(&table),
        cross = cross(&table),
    ))
}

fn data(league: &League, table: &LeagueTable, played: &[Played]) -> PageData {
    let game = AnyGame::new(league.rules().game);
    let names: Vec<String> = table.standings.iter().map(|row| row.name.clone()).collect();
    let place = |name: &str| names.iter().position(|other| other == name).unwrap_or(0);
    let mut games = Vec::new();
    for (pairing, records) in played {
        let both = pairing
            .entrants
            .each_ref()
            .map(|entrant| place(&entrant.name));
        games.extend(
            records
                .values()
                .map(|record| game_data(&game, record, both)),
        );
    }
    let empty = Board::new(&game, &[]);
    PageData {
        board: BoardShape {
            kind: match empty {
                Board::Grid { .. } => "grid",
                Board::Boxes { .. } => "boxes",
            },
            rows: empty.rows().len(),
            columns: empty.rows()[0].len(),
        },
        marks: (0..2).map(|player| look(player).path).collect(),
        names,
        games,
    }
}

fn game_data(game: &AnyGame, record: &Record, both: [usize; 2]) -> GameData {
    let line = game
        .read_position(&record.moves)
        .map_or_else(|_| Vec::new(), |(line, _)| line);
    let forfeit = record.forfeit.as_ref().map(|forfeit| {
        let how = match forfeit.reason {
            Reason::Illegal => "played an illegal move",
            Reason::Timeout => "was late or silent",
            Reason::Crash => "crashed",
        };
        let why = forfeit
            .why
            .as_ref()
            .map(|why| format!(": {why}"))
            .unwrap_or_default();
        format!("the {} player {how}{why}", PlayerId::new(forfeit.seat))
    });
    GameData {
        seats: [both[record.seats[0]], both[record.seats[1]]],
        winner: record.outcome.winner().map(PlayerId::index),
        forfeit,
        opened: record.opened,
        moves: steps(game, &line),
        won: won(game, &line),
    }
}

/// The places of the winning runs, from the top left.
fn won(game: &AnyGame, line: &[AnyMove]) -> Vec<(usize, usize)> {
    let Board::Grid { cells, winning, .. } = Board::new(game, line) else {
        return Vec::new();
    };
    let from_top = |row: u8| cells.len() - 1 - usize::from(row);
    let places = winning.iter();
    places
        .map(|cell| (from_top(cell.row), usize::from(cell.column)))
        .collect()
}

/// What each move changed, found by comparing what there is to see before and after it.
fn steps(game: &AnyGame, line: &[AnyMove]) -> Vec<Step> {
    let owners = |count: usize| -> Vec<Vec<Option<u8>>> {
        let board = Board::new(game, &line[..count]);
        board.rows().into_iter().map(<[_]>::to_vec).collect()
    };
    let (mut before, mut state, mut steps) = (owners(0), game.start(), Vec::new());
    for (number, &mv) in line.iter().enumerate() {
        let after = owners(number + 1);
        let mut changed = Vec::new();
        for (row, (old, new)) in before.iter().zip(&after).enumerate() {
            let places = old.iter().zip(new).enumerate();
            changed.extend(
                places
                    .filter(|(_, (old, new))| old != new)
                    .map(|(column, _)| (row, column)),
            );
        }
        steps.push(Step {
            m: mv.to_string(),
            p: game.to_move(&state).index(),
            c: changed,
        });
        state = game.play_unchecked(&state, mv);
        before = after;
    }
    steps
}

fn standings(table: &LeagueTable) -> String {
    let mut out = "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">#</th><th scope=\"col\">name</th>\
        <th scope=\"col\">rating</th><th scope=\"col\">won</th><th scope=\"col\">drawn</th><th scope=\"col\">lost</th>\
        <th scope=\"col\">forfeits</th><th scope=\"col\">who</th></tr></thead>\n<tbody>\n"
        .to_owned();
    for (number, row) in table.standings.iter().enumerate() {
        let error = match row.error {
            0.0 => "fixed".to_owned(),
            error => format!("± {error:.0}"),
        };
        let [illegal, crash, late] = row.forfeits;
        let forfeits = match illegal + crash + late {
            0 => String::new(),
            all => format!("{all}<small>{illegal} illegal, {late} late, {crash} crashed</small>"),
        };
        let who = match row.says.is_empty() {
            true => escaped(&row.player),
            false => escaped(&row.says),
        };
        let fixed = if row.fixed { " (fixed point)" } else { "" };
        out += &format!(
            "<tr><td>{}</td><th scope=\"row\">{}</th><td>{:.0}<small>{error}</small></td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{forfeits}</td><td class=\"who\">{who}{fixed}<small>version {}</small></td></tr>\n",
            number + 1,
            escaped(&row.name),
            row.rating,
            row.won,
            row.drawn,
            row.lost,
            row.version
        );
    }
    out + "</tbody></table></div>\n"
}

fn cross(table: &LeagueTable) -> String {
    let mut out = "<h2>Who beat whom</h2>\n<p class=\"soft\">Points of the row's player against the column's. Each leads to its games.</p>\n\
        <div class=\"scroll\"><table class=\"cross\">\n<thead><tr><th scope=\"col\"></th>"
        .to_owned();
    for number in 1..=table.standings.len() {
        out += &format!("<th scope=\"col\">{number}</th>");
    }
    out += "</tr></thead>\n<tbody>\n";
    for (row, (standing, fields)) in table.standings.iter().zip(&table.cross).enumerate() {
        out += &format!(
            "<tr><th scope=\"row\">{} {}</th>",
            row + 1,
            escaped(&standing.name)
        );
        for (column, field) in fields.iter().enumerate() {
            match field {
                None => out += "<td>·</td>",
                Some((points, games)) => {
                    out += &format!(
                        "<td><a href=\"#pair-{row}-{column}\" title=\"{} – {}: {points} of {games}\">{points}</a></td>",
                        escaped(&standing.name),
                        escaped(&table.standings[column].name)
                    );
                }
            }
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>\n"
}

/// The board in the colours of all boards; the last piece and the winning ones are ringed as `poda_coach::svg` rings them.
fn board_style() -> String {
    let colours = Palette::new(Theme::Light, Pieces::Orchard);
    let Palette {
        hole, slate, chalk, ..
    } = colours;
    let [first, second, _] = colours.fruits;
    format!(
        "#board{{background:{slate}}}.empty{{fill:{hole}}}.dot{{fill:{chalk}}}\
         .p0{{fill:{};--deep:{}}}.p1{{fill:{};--deep:{}}}.line0{{stroke:{}}}.line1{{stroke:{}}}\
         .mark{{fill:none;stroke:var(--deep);stroke-width:7;stroke-linecap:round;stroke-linejoin:round}}\
         .last{{fill:none;stroke:{chalk};stroke-width:5;stroke-dasharray:10 7}}\
         .behind{{fill:none;stroke:{hole};stroke-width:17}}.won{{fill:none;stroke:#ffffff;stroke-width:9}}\
         .line{{stroke-width:12;stroke-linecap:round}}.line.new{{stroke-width:18}}",
        first.body, first.deep, second.body, second.deep, first.body, second.body
    )
}

const STYLE: &str = "\
th:nth-child(2),th:last-child{text-align:left}table.cross th[scope=col]{text-align:center}table.cross td{padding:.3rem .45rem;text-align:center}.who{text-align:left;white-space:normal}th[scope=row]{text-align:left}\
a{color:inherit}#viewer{display:grid;grid-template-columns:minmax(14rem,30rem) minmax(12rem,1fr);gap:1.25rem;align-items:start}\
@media (max-width:44rem){#viewer{grid-template-columns:1fr}}#board{width:100%;height:auto;border-radius:8px}\
.controls{display:flex;gap:.5rem;flex-wrap:wrap;margin:.6rem 0}button{font:inherit;padding:.35rem .8rem;border:1px solid var(--rule);\
border-radius:6px;background:var(--band);color:inherit;cursor:pointer}button:disabled{opacity:.45;cursor:default}\
#list{max-height:28rem;overflow:auto;margin:0;padding:0;list-style:none;border:1px solid var(--rule);border-radius:6px}\
#list a{display:block;padding:.35rem .7rem;text-decoration:none}#list a[aria-current]{background:var(--band);font-weight:600}\
#list a:hover{text-decoration:underline}#moves{word-break:break-word;font-variant-numeric:tabular-nums}#moves b{text-decoration:underline}\
select{font:inherit;padding:.3rem;max-width:100%;background:var(--band);color:inherit;border:1px solid var(--rule);border-radius:6px}";

const VIEWER: &str = "\
<h2 id=\"games\">Games</h2>\n<p><label>Games of <select id=\"one\"></select></label> <label>against <select id=\"other\"></select></label></p>\n\
<div id=\"viewer\">\n<div>\n<svg id=\"board\" role=\"img\" aria-labelledby=\"what\"></svg>\n<div class=\"controls\">\
<button id=\"start\">Start</button><button id=\"back\">Back</button><button id=\"on\">On</button><button id=\"end\">End</button></div>\n\
<p id=\"what\" aria-live=\"polite\"></p>\n<p id=\"moves\"></p>\n</div>\n<ol id=\"list\"></ol>\n</div>\n\
<noscript><p>The games need JavaScript to be stepped through; the tables do not.</p></noscript>\n";

const SCRIPT: &str = include_str!("page.js");
