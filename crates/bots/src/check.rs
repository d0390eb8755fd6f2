//! A bot tried against the protocol: what is right and what is wrong, in sentences.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use poda_engine::{
    AnyGame, AnyMove, GAMES, Game, GameSpec, Limits, MoveList, Request, Situation, excerpt,
    random_opening, seeded,
};

use crate::bot::{Bot, BotError};
use crate::program::Program;
use crate::protocol::BotMessage;

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether the bot did it right.
    pub right: bool,
    /// What it did.
    pub sentence: String,
}

/// The time that a bot is given for each move of the check, unless its own options say otherwise.
const TIME: Duration = Duration::from_millis(500);

/// How many positions of each game are asked about, besides a whole game.
const POSITIONS: u64 = 6;

/// Tries a program against the protocol, in the games that it says it plays or in one of them. Each finding is told as it is made.
/// Returns whether everything was right.
pub fn check(
    program: &Program,
    only: Option<GameSpec>,
    seed: u64,
    tell: &mut dyn FnMut(Finding),
) -> bool {
    let mut program = program.clone();
    program.time = program.time.or(Some(TIME));
    let mut checker = Checker {
        program,
        seed,
        tell,
        right: true,
    };
    checker.run(only);
    checker.right
}

struct Checker<'a> {
    program: Program,
    seed: u64,
    tell: &'a mut dyn FnMut(Finding),
    right: bool,
}

/// One part of the check: what was right about it, or what was not.
type Part = Result<String, BotError>;

impl Checker<'_> {
    fn run(&mut self, only: Option<GameSpec>) {
        let Some(games) = self.introduction() else {
            return;
        };
        let games = only.map_or(games, |game| vec![game]);
        self.part("strange lines", |checker, bot| checker.strange_lines(bot));
        for game in games {
            self.part(&game.to_string(), |checker, bot| {
                checker.positions(bot, game)
            });
            self.part(&game.to_string(), |checker, bot| {
                checker.whole_game(bot, game)
            });
            self.part(&game.to_string(), |checker, bot| {
                checker.interrupted(bot, game)
            });
        }
        match Bot::start(&self.program) {
            Ok(bot) => match bot.quit() {
                true => self.say(true, "It ends when it is told to quit."),
                false => self.say(
                    false,
                    "It does not end within 300 ms after `quit`: it is killed then, but should end by itself.",
                ),
            },
            Err(error) => self.wrong("quit", &error),
        }
    }

    fn say(&mut self, right: bool, sentence: impl Into<String>) {
        self.right &= right;
        (self.tell)(Finding {
            right,
            sentence: sentence.into(),
        });
    }

    fn wrong(&mut self, part: &str, error: &BotError) {
        self.say(false, format!("{part}: {error}."));
    }

    /// Who the bot is: the games that it plays and Poda knows.
    fn introduction(&mut self) -> Option<Vec<GameSpec>> {
        let bot = match Bot::start(&self.program) {
            Ok(bot) => bot,
            Err(error) => {
                self.wrong("Start", &error);
                return None;
            }
        };
        let who = bot.introduction().clone();
        self.nonsense(&bot);
        if who.name.is_empty() {
            self.say(
                false,
                "It does not say its name: send `id name …` before `ok`.",
            );
        } else {
            let version = format!("{} {}", who.name, who.version);
            self.say(true, format!("It says that it is {}.", version.trim()));
        }
        let mut games = Vec::new();
        for text in &who.games {
            match text.parse::<GameSpec>() {
                Ok(game) => games.push(game),
                Err(error) => self.say(
                    false,
                    format!("It says `games {}`: {error}.", excerpt(text)),
                ),
            }
        }
        if games.is_empty() {
            let known: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
            self.say(
                false,
                format!(
                    "It does not say what it plays: send `games …` before `ok`, with some of {}.",
                    known.join(", ")
                ),
            );
            return None;
        }
        self.say(true, format!("It plays {}.", who.games.join(", ")));
        Some(games)
    }

    /// Runs a part with a bot of its own: one that failed is of no more use.
    fn part(&mut self, name: &str, part: impl FnOnce(&mut Checker<'_>, &mut Bot) -> Part) {
        let mut bot = match Bot::start(&self.program) {
            Ok(bot) => bot,
            Err(error) => return self.wrong(name, &error),
        };
        match part(self, &mut bot) {
            Ok(sentence) => self.say(true, sentence),
            Err(error) => self.wrong(name, &error),
        }
        self.nonsense(&bot);
    }

    fn nonsense(&mut self, bot: &Bot) {
        if let Some(line) = bot.nonsense().first() {
            let why = BotMessage::parse(line).err();
            let why = why.map(|error| format!(": {error}")).unwrap_or_default();
            self.say(
                false,
                format!("It sent `{line}`{why}. What is for people belongs on standard error."),
            );
        }
    }

    fn strange_lines(&mut self, bot: &mut Bot) -> Part {
        bot.send_line("xyzzy 1 2 3")?;
        bot.send_line("")?;
        // An `error` is an answer that is allowed.
        match bot.ready() {
            Err(BotError::Refused(_)) => bot.ready()?,
            answer => answer?,
        }
        Ok("It does not mind lines that it does not know, and says `ready`.".to_owned())
    }

    fn ask(
        &self,
        bot: &mut Bot,
        at: &Situation<'_>,
        limits: Limits<'_>,
    ) -> Result<AnyMove, BotError> {
        let report = bot.think(at, Request::within(limits))?;
        Ok(report.choice)
    }

    /// Asks about positions from all parts of a game, in no order.
    fn positions(&mut self, bot: &mut Bot, game: GameSpec) -> Part {
        bot.new_game(game, self.seed)?;
        let rules = AnyGame::new(game);
        let most = u64::from(rules.plies_left(&rules.start()));
        let (start, mut longest) = (Instant::now(), Duration::ZERO);
        for number in 0..POSITIONS {
            // From the last part of the game to its start: nobody can rely on one move after another.
            let plies = most * (POSITIONS - 1 - number) / POSITIONS;
            let line = random_opening(&rules, plies as usize, self.seed + number);
            let state = line
                .iter()
                .fold(rules.start(), |state, &mv| rules.play_unchecked(&state, mv));
            let at = Situation {
                game: &rules,
                line: &line,
                state: &state,
            };
            let limits = Limits {
                depth: (number == 1).then_some(2),
                nodes: (number == 2).then_some(1000),
                ..Limits::default()
            };
            let before = start.elapsed();
            self.ask(bot, &at, limits)?;
            longest = longest.max(start.elapsed() - before);
        }
        Ok(format!(
            "{game}: it answered {POSITIONS} positions with legal moves, the longest after {} ms.",
            longest.as_millis()
        ))
    }

    /// A game against random moves, from the start to the end.
    fn whole_game(&mut self, bot: &mut Bot, game: GameSpec) -> Part {
        use rand::RngExt;

        bot.new_game(game, self.seed)?;
        let rules = AnyGame::new(game);
        let mut random = seeded(self.seed);
        let (mut line, mut state): (Vec<AnyMove>, _) = (Vec::new(), rules.start());
        while rules.outcome(&state).is_none() {
            let at = Situation {
                game: &rules,
                line: &line,
                state: &state,
            };
            let mv = if rules.to_move(&state).index() == 0 {
                self.ask(bot, &at, Limits::default())?
            } else {
                let mut moves: MoveList<AnyMove> = MoveList::new();
                rules.moves(&state, &mut moves);
                moves[random.random_range(..moves.len())]
            };
            state = rules.play_unchecked(&state, mv);
            line.push(mv);
        }
        Ok(format!(
            "{game}: it played a whole game of {} moves as the first player.",
            line.len()
        ))
    }

    /// A long thought that is broken off at once, and another question after it.
    fn interrupted(&mut self, bot: &mut Bot, game: GameSpec) -> Part {
        bot.new_game(game, self.seed)?;
        let rules = AnyGame::new(game);
        let state = rules.start();
        let at = Situation {
            game: &rules,
            line: &[],
            state: &state,
        };
        let stop = AtomicBool::new(true);
        self.ask(bot, &at, Limits::until(&stop))?;
        self.ask(bot, &at, Limits::default())?;
        Ok(format!(
            "{game}: it answers when it is told to stop, and goes on."
        ))
    }
}
