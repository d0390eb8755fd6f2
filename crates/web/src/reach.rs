//! Where other devices find this server, as an address and as a QR code.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::{svg, unicode};

/// Whether only this machine can reach a server on this host.
pub fn is_loopback(host: &str) -> bool {
    let bare = bare(host);
    let number = bare.parse::<IpAddr>();
    bare.eq_ignore_ascii_case("localhost") || number.is_ok_and(|number| number.is_loopback())
}

fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

/// What a server listens on.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    host: String,
    port: u16,
}

impl Reach {
    pub(crate) fn new(host: &str, port: u16) -> Reach {
        Reach {
            host: bare(host).to_owned(),
            port,
        }
    }

    /// The address to open on this machine: a browser cannot open "every address of the machine".
    pub(crate) fn here(&self) -> String {
        match self.host.parse::<IpAddr>() {
            Ok(number) if number.is_unspecified() => self.at(Ipv4Addr::LOCALHOST.into()),
            Ok(number) => self.at(number),
            Err(_) => format!("http://{}:{}/", self.host, self.port),
        }
    }

    /// The address to open on another device, if one can reach this server. Asked anew each time: machines change networks.
    pub(crate) fn elsewhere(&self) -> Option<String> {
        self.elsewhere_on(network_number)
    }

    fn elsewhere_on(&self, network: impl FnOnce() -> Option<IpAddr>) -> Option<String> {
        if is_loopback(&self.host) {
            return None;
        }
        match self.host.parse::<IpAddr>() {
            Ok(number) if number.is_unspecified() => network().map(|number| self.at(number)),
            _ => Some(self.here()),
        }
    }

    fn at(&self, number: IpAddr) -> String {
        match number {
            IpAddr::V4(number) => format!("http://{number}:{}/", self.port),
            IpAddr::V6(number) => format!("http://[{number}]:{}/", self.port),
        }
    }
}

/// The number under which the network knows this machine: the one that the system would send from. Nothing is sent.
fn network_number() -> Option<IpAddr> {
    // Addresses that are set aside for documentation: whatever leads to the world leads there.
    let v4 = || from((Ipv4Addr::UNSPECIFIED, 0), (Ipv4Addr::new(192, 0, 2, 1), 9));
    let v6 = || {
        let there = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
        from((Ipv6Addr::UNSPECIFIED, 0), (there, 9))
    };
    v4().or_else(v6)
}

fn from(here: impl std::net::ToSocketAddrs, there: impl std::net::ToSocketAddrs) -> Option<IpAddr> {
    let socket = UdpSocket::bind(here).ok()?;
    socket.connect(there).ok()?;
    let number = socket.local_addr().ok()?.ip();
    (!number.is_loopback() && !number.is_unspecified()).then_some(number)
}

/// A QR code as a picture: dark on light in every theme, as cameras like it.
pub(crate) fn qr_svg(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    let picture = code
        .render::<svg::Color<'_>>()
        .min_dimensions(256, 256)
        .build();
    Some(picture)
}

/// A QR code for a terminal, two rows of it in each line. `None` if the text is too long for one.
pub fn qr_text(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    // Terminals are mostly dark: what is drawn are the light parts.
    let drawn = code
        .render::<unicode::Dense1x2>()
        .dark_color(unicode::Dense1x2::Light)
        .light_color(unicode::Dense1x2::Dark)
        .build();
    Some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_devices_get_an_address_that_they_can_open() {
        let network = || Some(IpAddr::from([192, 168, 1, 7]));
        for (host, here, elsewhere) in [
            ("127.0.0.1", "http://127.0.0.1:7632/", None),
            ("localhost", "http://localhost:7632/", None),
            ("[::1]", "http://[::1]:7632/", None),
            (
                "0.0.0.0",
                "http://127.0.0.1:7632/",
                Some("http://192.168.1.7:7632/"),
            ),
            (
                "::",
                "http://127.0.0.1:7632/",
                Some("http://192.168.1.7:7632/"),
            ),
            (
                "10.0.0.2",
                "http://10.0.0.2:7632/",
                Some("http://10.0.0.2:7632/"),
            ),
            (
                "[fe80::1]",
                "http://[fe80::1]:7632/",
                Some("http://[fe80::1]:7632/"),
            ),
            (
                "box.lan",
                "http://box.lan:7632/",
                Some("http://box.lan:7632/"),
            ),
        ] {
            let reach = Reach::new(host, 7632);
            assert_eq!(reach.here(), here, "{host}");
            assert_eq!(reach.elsewhere_on(network).as_deref(), elsewhere, "{host}");
        }
        assert_eq!(Reach::new("0.0.0.0", 80).elsewhere_on(|| None), None);
    }

    #[test]
    fn a_code_is_square_and_has_a_quiet_border() {
        let text = qr_text("http://192.168.1.7:7632/").unwrap();
        let lines: Vec<&str> = text.lines().collect();
        // 25 modules and a border of 4 on each side, two rows a line.
        assert!(
            lines.iter().all(|line| line.chars().count() == 33),
            "{text}"
        );
        assert_eq!(lines.len(), 17);
        assert!(lines[0].chars().all(|c| c == '█'), "{text}");
        let svg = qr_svg("http://192.168.1.7:7632/#/game/abc").unwrap();
        assert!(svg.contains("<svg") && !svg.contains("style="));
        assert_eq!(qr_text(&"x".repeat(5_000)), None);
    }
}
