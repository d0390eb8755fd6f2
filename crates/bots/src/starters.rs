//! Small bots to begin with, in five languages.

/// A file of a starter: its path within the new folder, and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarterFile {
    /// Where it goes.
    pub path: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// A complete small bot in some language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starter {
    /// The language, as people type it.
    pub language: &'static str,
    /// What it is built with, if it has to be: a command in its folder.
    pub build: Option<&'static str>,
    /// What it is run with: a command in its folder.
    pub run: &'static str,
    /// What it is tested with: a command in its folder.
    pub test: &'static str,
    /// Its files.
    pub files: &'static [StarterFile],
}

macro_rules! files {
    ($folder:literal: $($path:literal),+ $(,)?) => {
        &[$(StarterFile {
            path: $path,
            text: include_str!(concat!("../starters/", $folder, "/", $path)),
        }),+]
    };
}

/// All of them.
pub fn starters() -> &'static [Starter] {
    &[
        Starter {
            language: "python",
            build: None,
            run: "python3 bot.py",
            test: "python3 test_bot.py",
            files: files!("python": "bot.py", "test_bot.py", "README.md"),
        },
        Starter {
            language: "javascript",
            build: None,
            run: "node bot.mjs",
            test: "node --test",
            files: files!("javascript": "bot.mjs", "bot.test.mjs", "README.md"),
        },
        Starter {
            language: "cpp",
            build: Some("g++ -std=c++17 -O2 -o bot bot.cpp"),
            run: "./bot",
            test: "sh -c 'g++ -std=c++17 -O1 -o test-bot test_bot.cpp && ./test-bot'",
            files: files!("cpp": "bot.cpp", "test_bot.cpp", "README.md"),
        },
        Starter {
            language: "java",
            build: Some("javac Bot.java"),
            run: "java Bot",
            test: "sh -c 'javac Bot.java BotTest.java && java -ea BotTest'",
            files: files!("java": "Bot.java", "BotTest.java", "README.md"),
        },
        Starter {
            language: "rust",
            build: Some("rustc -O --edition 2021 -o bot bot.rs"),
            run: "./bot",
            test: "sh -c 'rustc --edition 2021 --test -o test-bot bot.rs && ./test-bot'",
            files: files!("rust": "bot.rs", "tests.rs", "README.md"),
        },
    ]
}
