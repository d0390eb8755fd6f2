//! Lines of both sides: what is written reads as the same, and nothing that is sent does harm.

use poda_bots::protocol::{BotMessage, GoLimits, HostMessage, IdKey, Info, Worth};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn word() -> impl Strategy<Value = String> {
    "[a-z0-9:=,._-]{1,12}".prop_filter("keywords stand for themselves", |word| {
        !["turn", "moves", "legal", "text", "seed"].contains(&word.as_str())
    })
}

fn moves() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[hv]?[a-c0-9]{1,3}", 0..40)
}

fn sentence() -> impl Strategy<Value = String> {
    prop::collection::vec("[!-~äöü€]{1,8}", 0..8).prop_map(|words| words.join(" "))
}

fn host_message() -> impl Strategy<Value = HostMessage> {
    prop_oneof![
        any::<u32>().prop_map(HostMessage::Hello),
        Just(HostMessage::IsReady),
        Just(HostMessage::Stop),
        Just(HostMessage::Quit),
        (word(), any::<Option<u64>>()).prop_map(|(game, seed)| HostMessage::NewGame { game, seed }),
        (any::<Option<u8>>(), moves(), moves())
            .prop_map(|(turn, moves, legal)| HostMessage::Position { turn, moves, legal }),
        (
            any::<Option<u64>>(),
            any::<Option<u64>>(),
            any::<Option<u32>>()
        )
            .prop_map(|(time, nodes, depth)| HostMessage::Go(GoLimits {
                time,
                nodes,
                depth
            })),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let worth = prop_oneof![
        any::<i32>().prop_map(Worth::Points),
        any::<u32>().prop_map(Worth::Win),
        any::<u32>().prop_map(Worth::Loss),
    ];
    // A line takes every word to the end, so a text stands alone.
    let rest = prop_oneof![
        moves().prop_map(|line| (line, None)),
        sentence().prop_map(|text| (Vec::new(), Some(text))),
    ];
    (
        any::<Option<u32>>(),
        prop::option::of(worth),
        any::<bool>(),
        any::<Option<u64>>(),
        rest,
    )
        .prop_map(|(depth, value, proved, nodes, (line, text))| Info {
            depth,
            value,
            proved,
            nodes,
            line,
            text,
        })
}

fn bot_message() -> impl Strategy<Value = BotMessage> {
    let key = prop_oneof![Just(IdKey::Name), Just(IdKey::Version), Just(IdKey::Author)];
    prop_oneof![
        (key, sentence()).prop_map(|(key, text)| BotMessage::Id(key, text)),
        prop::collection::vec(word(), 0..5).prop_map(BotMessage::Games),
        Just(BotMessage::Ok),
        Just(BotMessage::Ready),
        info().prop_map(BotMessage::Info),
        word().prop_map(BotMessage::BestMove),
        sentence().prop_map(BotMessage::Error),
    ]
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_host_is_read_as_it_was_meant(message in host_message()) {
        let line = message.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(HostMessage::parse(&line), Ok(message));
    }

    #[test]
    fn a_bot_is_read_as_it_was_meant(message in bot_message()) {
        let line = message.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(BotMessage::parse(&line), Ok(message));
    }
}

/// What can go wrong with a line: some of its characters are others, are gone, or stand twice.
pub(crate) fn mutated(line: String) -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..4_u8, any::<char>());
    prop::collection::vec(change, 1..4).prop_map(move |changes| {
        let mut text: Vec<char> = line.chars().collect();
        for (place, kind, other) in changes {
            if text.is_empty() {
                break;
            }
            let place = place.index(text.len());
            match kind {
                0 => text[place] = other,
                1 => {
                    text.remove(place);
                }
                2 => text.insert(place, text[place]),
                _ => text.truncate(place),
            }
        }
        text.into_iter().filter(|c| *c != '\n').collect()
    })
}

pub(crate) fn mutated_host_line() -> impl Strategy<Value = String> {
    host_message().prop_flat_map(|message| mutated(message.to_string()))
}

proptest! {
    #![proptest_config(config(10_000))]

    /// Whatever it is: it is a message, or a sentence says why not; and a message that was read can be sent on.
    #[test]
    fn mutated_lines_of_a_host_do_no_harm(line in mutated_host_line()) {
        match HostMessage::parse(&line) {
            Ok(message) => prop_assert_eq!(HostMessage::parse(&message.to_string()), Ok(message)),
            Err(error) => prop_assert!(error.to_string().len() < 400),
        }
    }

    #[test]
    fn mutated_lines_of_a_bot_do_no_harm(line in bot_message().prop_flat_map(|message| mutated(message.to_string()))) {
        match BotMessage::parse(&line) {
            Ok(message) => prop_assert_eq!(BotMessage::parse(&message.to_string()), Ok(message)),
            Err(error) => prop_assert!(error.to_string().len() < 400),
        }
    }
}

#[test]
fn what_is_no_message_is_refused_with_what_is_allowed() {
    for (line, sentence) in [
        ("bestmove", "`bestmove` is followed by a move"),
        (
            "bestmove 4 5",
            "nothing belongs after `bestmove`, but `5` stands there",
        ),
        (
            "info depth x",
            "`depth` is followed by `x`, but a whole number belongs there",
        ),
        (
            "hello",
            "`hello` is no message of a bot: they are id, games, ok, ready, info, bestmove and error",
        ),
    ] {
        let error = BotMessage::parse(line).expect_err(line);
        assert_eq!(error.to_string(), sentence);
    }
    let error = HostMessage::parse("go time").expect_err("no number");
    assert_eq!(
        error.to_string(),
        "`time` is followed by nothing, but a whole number belongs there"
    );
    let error = HostMessage::parse("go fast").expect_err("no such limit");
    assert_eq!(
        error.to_string(),
        "`go` takes time, nodes and depth, but `fast` stands there"
    );
}
