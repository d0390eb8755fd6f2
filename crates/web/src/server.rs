//! The server itself: where it listens, and how it starts and stops.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use etcetera::BaseStrategy;
use poda_bots::Programs;
use poda_engine::Knowledge;
use thiserror::Error;
use tokio::net::{TcpListener, lookup_host};
use tower_http::catch_panic::CatchPanicLayer;

use crate::caps::{self, Caps};
use crate::extract::no_such_path;
use crate::game_store::StoreError;
use crate::guard::{self, Guard};
use crate::holders::Visitor;
use crate::lab::{self, Laboratory};
use crate::listener::{self, Connection, LimitedListener};
use crate::reach::{Reach, is_loopback};
use crate::service::GameService;
use crate::{page, routes};

/// Where a server listens if nothing else is said.
pub const PORT: u16 = 7632;

/// What a server is told before it starts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name or number to listen on.
    pub host: String,
    /// The port; if it is taken, a free one.
    pub port: u16,
    /// The folder for the games.
    pub data: PathBuf,
    /// How much of everything there may be.
    pub caps: Caps,
    /// What perfect players know before they think.
    pub knowledge: Knowledge,
}

/// Why a server did not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// There is no home to keep games in.
    #[error("there is no home folder to keep games in: choose a folder with --data")]
    NoHome,
    /// The games cannot be opened.
    #[error(transparent)]
    GameStore(#[from] StoreError),
    /// Another server has the games.
    #[error("Poda is already running at {address}")]
    Running {
        /// Where.
        address: String,
    },
    /// The host is not one of this machine.
    #[error("nothing can listen on {host}: {error}")]
    Host {
        /// The host.
        host: String,
        /// What the system says.
        error: io::Error,
    },
    /// The system does not give what a server needs.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// The folder for games where nothing else is said: the user's own, as the system has it.
///
/// # Errors
/// There is no home folder.
pub fn data_folder() -> Result<PathBuf, ServeError> {
    let places = etcetera::choose_base_strategy().map_err(|_| ServeError::NoHome)?;
    Ok(places.data_dir().join("poda"))
}

/// A server's games, ready to be asked.
#[derive(Clone)]
pub struct Server {
    service: Arc<GameService>,
    laboratory: Arc<Laboratory>,
}

/// In the data folder: where the server is that uses it, and what whoever has the folder is known by there.
const ADDRESS_FILE: &str = "address";

/// Where the server is that uses a folder, and the cookie of whoever has the folder.
pub(crate) fn running(data: &Path) -> Option<(String, String)> {
    let text = std::fs::read_to_string(data.join(ADDRESS_FILE)).ok()?;
    let mut lines = text.lines().map(str::to_owned);
    let address = lines.next().filter(|line| line.starts_with("http://"))?;
    Some((address, lines.next().unwrap_or_default()))
}

/// Writes down where we are. Only the user may read the cookie.
fn tell_where(file: &Path, address: &str) -> io::Result<()> {
    use std::io::Write;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let text = format!("{address}\n{}\n", Visitor::owner_cookie());
    options.open(file)?.write_all(text.as_bytes())
}

/// Opens the games of a folder, or says where they are served.
pub(crate) fn open_service(
    data: &Path,
    caps: Caps,
    knowledge: Knowledge,
) -> Result<Arc<GameService>, ServeError> {
    let opened = GameService::open(data, caps, knowledge);
    if opened.is_ok() {
        // Nobody serves what we have opened: an address that is still there was left by a server that was killed.
        let _ = std::fs::remove_file(data.join(ADDRESS_FILE));
    }
    opened.map_err(|error| match error {
        StoreError::Busy { .. } => match running(data) {
            Some((address, _)) => ServeError::Running { address },
            None => error.into(),
        },
        _ => error.into(),
    })
}

impl Server {
    /// Opens the games.
    ///
    /// # Errors
    /// They cannot be opened, or another server has them.
    pub fn open(data: &Path, caps: Caps, knowledge: Knowledge) -> Result<Server, ServeError> {
        let service = open_service(data, caps, knowledge)?;
        let laboratory = Arc::new(Laboratory::new(data));
        Ok(Server {
            service,
            laboratory,
        })
    }

    /// Lets other programs sit down, under the names they were given. A browser cannot name a command.
    pub fn admit(&self, programs: Programs) {
        self.service.admit(programs);
    }

    /// The cookie of whoever has the data folder: with it a request may do what this machine may.
    pub fn owner_cookie(&self) -> String {
        Visitor::owner_cookie()
    }

    /// Everything that the server answers, under these names.
    pub fn router(&self, host: &str, port: u16) -> Router {
        let guard = Arc::new(Guard::new(host, port));
        let reach = Reach::new(host, port);
        routes::router(Arc::clone(&self.service), reach)
            .merge(lab::router(Arc::clone(&self.laboratory)))
            .merge(page::router())
            .fallback(no_such_path)
            .layer(CatchPanicLayer::custom(|_| {
                use axum::response::IntoResponse;
                routes::broken().into_response()
            }))
            .layer(from_fn_with_state(guard, guard::watch))
    }

    /// Ends all searches; what they found is not played.
    pub fn close(&self) {
        self.laboratory.close();
        self.service.close();
    }
}

/// Where a server is.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// The address to open on this machine.
    pub here: String,
    /// The address to open on other devices, if they can reach it.
    pub elsewhere: Option<String>,
}

/// How long answers under way have to be finished when the server stops.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often memory that nobody uses is given back.
const TIDY: Duration = Duration::from_secs(30);

/// Serves until Ctrl-C, a termination signal or a request to quit. `ready` is told where it is.
///
/// # Errors
/// The server cannot start.
pub fn serve(settings: &Settings, ready: impl FnOnce(&Addresses)) -> Result<(), ServeError> {
    serve_with_programs(settings, Programs::only_named(), ready)
}

/// The same, with programs that may take part.
///
/// # Errors
/// The server cannot start.
pub fn serve_with_programs(
    settings: &Settings,
    programs: Programs,
    ready: impl FnOnce(&Addresses),
) -> Result<(), ServeError> {
    let server = Server::open(&settings.data, settings.caps, settings.knowledge.clone())?;
    server.admit(programs);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()?;
    let served = runtime.block_on(run(&server, settings, ready));
    // Searches first: they must not wait for a runtime that is gone.
    server.close();
    runtime.shutdown_timeout(PATIENCE);
    served
}

async fn run(
    server: &Server,
    settings: &Settings,
    ready: impl FnOnce(&Addresses),
) -> Result<(), ServeError> {
    let listener = listen(&settings.host, settings.port).await?;
    let local = listener.local_addr()?;
    let router = server.router(&settings.host, local.port());
    let reach = Reach::new(&settings.host, local.port());
    let addresses = Addresses {
        here: reach.here(),
        elsewhere: reach.elsewhere(),
    };
    let file = settings.data.join(ADDRESS_FILE);
    // Only a convenience: whoever starts a second server is told where the first is.
    let _ = tell_where(&file, &addresses.here);
    ready(&addresses);
    let mut stopping = server.service.stopping();
    let service = Arc::clone(&server.service);
    tokio::spawn(async move {
        signal().await;
        service.stop();
    });
    let (service, mut until) = (Arc::clone(&server.service), stopping.clone());
    tokio::spawn(async move {
        while !*until.borrow() {
            tokio::select! {
                _ = until.changed() => {}
                () = tokio::time::sleep(TIDY) => {
                    let service = Arc::clone(&service);
                    // It only gives memory back.
                    let _ = tokio::task::spawn_blocking(move || service.tidy(caps::UNUSED)).await;
                }
            }
        }
    });
    let stopped = {
        let mut stopping = stopping.clone();
        async move {
            // An error means that the service is gone, and then so are we.
            let _ = stopping.wait_for(|&stops| stops).await;
        }
    };
    let connections = caps::connections(is_loopback(&settings.host));
    let listener = LimitedListener::new(listener, connections);
    let router = router.layer(from_fn(listener::keep));
    let serving = axum::serve(
        listener,
        router.into_make_service_with_connect_info::<Connection>(),
    )
    .with_graceful_shutdown(stopped);
    let late = async {
        let _ = stopping.wait_for(|&stops| stops).await;
        tokio::time::sleep(PATIENCE).await;
    };
    tokio::select! {
        served = serving => served?,
        () = late => {}
    }
    let _ = std::fs::remove_file(file);
    Ok(())
}

/// Listens on the port, or on a free one if it is taken.
async fn listen(host: &str, port: u16) -> Result<TcpListener, ServeError> {
    let cannot = |error| ServeError::Host {
        host: host.to_owned(),
        error,
    };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let found: Vec<SocketAddr> = lookup_host((bare, port)).await.map_err(cannot)?.collect();
    match TcpListener::bind(&found[..]).await {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && port != 0 => {
            let free: Vec<SocketAddr> = found
                .iter()
                .map(|address| SocketAddr::new(address.ip(), 0))
                .collect();
            TcpListener::bind(&free[..]).await.map_err(cannot)
        }
        bound => bound.map_err(cannot),
    }
}

/// Ctrl-C, or the system's wish that we end.
async fn signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Opens an address in the user's browser. False if there is none.
pub fn open_browser(address: &str) -> bool {
    webbrowser::open(address).is_ok()
}
