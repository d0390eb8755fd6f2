//! Every colour of the lab's pages and drawings.

/// Behind and on a drawing, light and dark.
pub(super) const DRAWING: &str = "\
.paper{fill:#ffffff}.ink{fill:#1f2328}.soft{fill:#59636e}.rule{stroke:#d1d9e0;stroke-width:1}\
.dark{fill:#10151c}.pale{fill:#ffffff}.void{fill:#eaeef2}";
pub(super) const DRAWING_AT_NIGHT: &str = "\
@media (prefers-color-scheme:dark){.paper{fill:#15191f}.ink{fill:#e6edf3}.soft{fill:#9aa4af}.rule{stroke:#3d444d}.void{fill:#262c36}}";

/// The page of a report, light and dark.
pub(crate) const PAGE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--ink:#1f2328;--soft:#59636e;--rule:#d1d9e0;--band:#f6f8fa}\
@media (prefers-color-scheme:dark){:root{--paper:#15191f;--ink:#e6edf3;--soft:#9aa4af;--rule:#3d444d;--band:#1c2129}}";

/// Lines, by class: colours that people with colour blindness tell apart too (Okabe and Ito). Whoever shows a drawing inside a page may
/// give the classes colours of its own.
pub(super) const LINES: [(&str, &str); 7] = [
    ("line-1", "#0072b2"),
    ("line-2", "#d55e00"),
    ("line-3", "#009e73"),
    ("line-4", "#cc79a7"),
    ("line-5", "#e69f00"),
    ("line-6", "#56b4e9"),
    ("line-7", "#7a7a7a"),
];

/// Heat maps, by class `little`, `neither` and `much`, as red, green and blue.
pub(super) const LITTLE: [u8; 3] = [0xc4, 0x68, 0x24];
pub(super) const NEITHER: [u8; 3] = [0xf6, 0xf3, 0xee];
pub(super) const MUCH: [u8; 3] = [0x26, 0x62, 0xa8];
