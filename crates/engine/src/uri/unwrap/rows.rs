//! Rows: the redirects and mail gateways whose links hold their target.

/// Where a link holds its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrapperForm {
    /// Percent-encoded, in the first of these parameters that holds one.
    Parameter(&'static [&'static str]),
    /// In base64 behind these characters, in this parameter.
    Base64(&'static str, &'static str),
    /// In the parameter `u`, with `-` for `%` and `_` for `/`.
    DefenseV2,
    /// In the path, with `*` for characters that follow it in base64.
    DefenseV3,
    /// The whole query.
    Query,
    /// The path without its scheme; `s/` before it means https.
    Path,
    /// Percent-encoded, in the path behind the first segment.
    Tail,
    /// Percent-encoded, in the segment that begins with these characters.
    Segment(&'static str),
    /// As it is, behind a date in the path.
    Archive,
}

impl WrapperForm {
    /// In words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Parameter(names) => format!("parameter {}", names.join(", ")),
            Self::Base64(name, "") => format!("parameter {name}, in base64"),
            Self::Base64(name, lead) => format!("parameter {name}, in base64 behind {lead}"),
            Self::DefenseV2 => "parameter u, with - for % and _ for /".to_owned(),
            Self::DefenseV3 => "path, with * for characters in base64".to_owned(),
            Self::Query => "query".to_owned(),
            Self::Path => "path, without its scheme".to_owned(),
            Self::Tail => "path behind the first segment".to_owned(),
            Self::Segment(lead) => format!("segment behind {lead}"),
            Self::Archive => "path behind the date".to_owned(),
        }
    }
}

/// A redirect.
#[derive(Clone, Copy, Debug)]
pub struct Wrapper {
    /// Its name.
    pub name: &'static str,
    /// Its hosts. One that begins with a dot means all names below it; one that ends in a dot is
    /// followed by a suffix of [`GOOGLE`].
    pub hosts: &'static [&'static str],
    /// How its paths begin. One that ends in `*` may be followed by more.
    pub paths: &'static [&'static str],
    /// Where the target is.
    pub form: WrapperForm,
    /// Where it is documented.
    pub source: &'static str,
    /// The day on which the source was checked.
    pub checked: &'static str,
}

const DAY: &str = "2026-11-28";
const CLEAR: &str = "ClearURLs rules, 2025-07-29";
const PROOFPOINT: &str = "Proofpoint, URLDefenseDecode.py 3.0.1";
const SEEN: &str = "links in public mailing lists and repositories";

const fn row(
    name: &'static str,
    hosts: &'static [&'static str],
    paths: &'static [&'static str],
    form: WrapperForm,
    source: &'static str,
) -> Wrapper {
    Wrapper { name, hosts, paths, form, source, checked: DAY }
}

use WrapperForm::{Archive, Base64, DefenseV2, DefenseV3, Parameter, Path, Query, Segment, Tail};

/// Every redirect, mail gateways first.
#[rustfmt::skip] // a table reads best one row a line
pub static WRAPPERS: [Wrapper; 55] = [
    row("URL Defense v1", &["urldefense.proofpoint.com", "urldefense.com"], &["/v1/url"], Parameter(&["u"]), PROOFPOINT),
    row("URL Defense v2", &["urldefense.proofpoint.com", "urldefense.com"], &["/v2/url"], DefenseV2, PROOFPOINT),
    row("URL Defense v3", &["urldefense.com", "urldefense.us", "urldefense.proofpoint.com"], &["/v3/__*"], DefenseV3, PROOFPOINT),
    row("Outlook Safe Links", &[".safelinks.protection.outlook.com", ".safelinks.protection.office365.us"], &["*"], Parameter(&["url"]), "Microsoft Defender for Office 365, Safe Links"),
    row("Teams Safe Links", &["statics.teams.cdn.office.net"], &["/evergreen-assets/safelinks/*"], Parameter(&["url"]), SEEN),
    row("Barracuda Link Protection", &["linkprotect.cudasvc.com"], &["/url"], Parameter(&["a"]), "Barracuda Email Gateway Defense, Link Protection"),
    row("Trend Micro", &[".trendmicro.com"], &["/wis/clicktime/*"], Parameter(&["url"]), SEEN),
    row("Cisco Secure Email", &["secure-web.cisco.com"], &["/*"], Tail, SEEN),
    row("Sophos Email", &[".protection.sophos.com"], &["/"], Base64("u", ""), SEEN),
    row("FireEye Email", &["protect2.fireeye.com", "protect.fireeye.com", "protect2.fireeye.eu"], &["/url", "/v1/url"], Parameter(&["u"]), SEEN),
    row("Google", &["www.google.", "google.", "maps.google.", "images.google."], &["/url"], Parameter(&["q", "url"]), CLEAR),
    row("Google AMP", &["www.google.", "google."], &["/amp/*"], Path, CLEAR),
    row("Google Ads", &["www.googleadservices.com", "googleadservices.com"], &["/pagead/aclk"], Parameter(&["adurl"]), CLEAR),
    row("AMP cache", &[".cdn.ampproject.org"], &["/c/*", "/v/*"], Path, "AMP Project, AMP Cache URL format and request handling"),
    row("Wayback Machine", &["web.archive.org", "wayback.archive.org"], &["/web/*"], Archive, "Internet Archive, Wayback Machine"),
    row("YouTube", &["www.youtube.com", "m.youtube.com", "youtube.com"], &["/redirect"], Parameter(&["q"]), CLEAR),
    row("Facebook", &["l.facebook.com", "lm.facebook.com", "www.facebook.com", "facebook.com"], &["/l.php", "/flx/warn/"], Parameter(&["u"]), CLEAR),
    row("Messenger", &["l.messenger.com"], &["/l.php"], Parameter(&["u"]), CLEAR),
    row("Instagram", &["l.instagram.com"], &["/"], Parameter(&["u"]), CLEAR),
    row("Threads", &["l.threads.net", "l.threads.com"], &["/"], Parameter(&["u"]), SEEN),
    row("WhatsApp", &["l.wl.co"], &["/l"], Parameter(&["u"]), SEEN),
    row("LinkedIn", &["www.linkedin.com", "linkedin.com"], &["/redir/*", "/safety/go", "/safety/go/"], Parameter(&["url"]), SEEN),
    row("Slack", &["slack-redir.net"], &["/link"], Parameter(&["url"]), SEEN),
    row("DuckDuckGo", &["duckduckgo.com", "html.duckduckgo.com", "lite.duckduckgo.com"], &["/l/", "/l"], Parameter(&["uddg"]), CLEAR),
    row("Bing", &["www.bing.com", "bing.com", "cn.bing.com"], &["/ck/a"], Base64("u", "a1"), SEEN),
    row("Yahoo", &["r.search.yahoo.com"], &["/*"], Segment("RU="), SEEN),
    row("Reddit", &["out.reddit.com", "click.redditmail.com"], &["*"], Parameter(&["url"]), CLEAR),
    row("Steam", &["steamcommunity.com"], &["/linkfilter/", "/linkfilter"], Parameter(&["url", "u"]), CLEAR),
    row("VK", &["vk.com", "m.vk.com", "www.vk.com", "away.vk.com"], &["/away.php", "/away"], Parameter(&["to"]), CLEAR),
    row("Tumblr", &["t.umblr.com"], &["/redirect"], Parameter(&["z"]), CLEAR),
    row("Pocket", &["getpocket.com"], &["/redirect"], Parameter(&["url"]), CLEAR),
    row("DeviantArt", &["www.deviantart.com", "deviantart.com"], &["/users/outgoing"], Query, CLEAR),
    row("CurseForge", &["www.curseforge.com"], &["/linkout"], Parameter(&["remoteUrl"]), CLEAR),
    row("SoundCloud", &["gate.sc", "www.gate.sc"], &["*"], Parameter(&["url"]), CLEAR),
    row("eBay", &["rover.ebay.com"], &["/rover/*"], Parameter(&["mpre"]), CLEAR),
    row("href.li", &["href.li"], &["/"], Query, CLEAR),
    row("anonym.to", &["anonym.to", "www.anonym.to"], &["/"], Query, CLEAR),
    row("Rakuten", &["click.linksynergy.com"], &["/*"], Parameter(&["murl"]), CLEAR),
    row("Awin", &["www.awin1.com"], &["/cread.php", "/awclick.php"], Parameter(&["ued"]), CLEAR),
    row("Webgains", &["track.webgains.com"], &["/click.html"], Parameter(&["wgtarget"]), CLEAR),
    row("Tradedoubler", &["clk.tradedoubler.com", "clkde.tradedoubler.com"], &["/click"], Parameter(&["url", "_td_deeplink"]), CLEAR),
    row("Partner-ads", &["www.partner-ads.com"], &["/*"], Parameter(&["htmlurl"]), CLEAR),
    row("Skimlinks", &["go.skimresources.com"], &["/"], Parameter(&["url"]), CLEAR),
    row("VigLink", &["redirect.viglink.com"], &["/"], Parameter(&["u"]), CLEAR),
    row("Adjust", &["app.adjust.com"], &["/*"], Parameter(&["redirect"]), CLEAR),
    row("Adform", &["track.adform.net"], &["/C/"], Parameter(&["ckurl"]), CLEAR),
    row("Mailtrack", &["mailtrack.io"], &["/*"], Parameter(&["url"]), CLEAR),
    row("idealo", &["www.idealo-partner.com"], &["/*"], Parameter(&["trg"]), CLEAR),
    row("ShareASale", &["www.shareasale.com", "shareasale.com"], &["/r.cfm"], Parameter(&["urllink"]), SEEN),
    row("Zhihu", &["link.zhihu.com"], &["/"], Parameter(&["target"]), SEEN),
    row("Juejin", &["link.juejin.cn", "link.juejin.im"], &["/"], Parameter(&["target"]), SEEN),
    row("Douban", &["www.douban.com"], &["/link2/"], Parameter(&["url"]), SEEN),
    row("Weibo", &["weibo.cn"], &["/sinaurl"], Parameter(&["u"]), SEEN),
    row("Telegram Instant View", &["t.me"], &["/iv"], Parameter(&["url"]), SEEN),
    row("Google Web Light", &["googleweblight.com"], &["/", "/i", "/sp"], Parameter(&["u", "lite_url"]), SEEN),
];

/// What `generic` adds: any host.
pub static ANY: Wrapper = row(
    "any host",
    &[],
    &["*"],
    Parameter(&[
        "url",
        "u",
        "uri",
        "target",
        "dest",
        "destination",
        "redirect",
        "redirect_url",
        "redirect_uri",
        "link",
        "goto",
        "to",
        "out",
    ]),
    "OWASP, Unvalidated Redirects and Forwards",
);

/// The suffixes below which Google has its name, as public lists of its domains give them; 2026-11-28.
pub(super) const GOOGLE: &str = "\
com ad ae com.af com.ag al am co.ao com.ar as at com.au az ba com.bd be bf bg com.bh bi bj com.bn \
com.bo com.br bs bt co.bw by com.bz ca cat cd cf cg ch ci co.ck cl cm cn com.co co.cr com.cu cv \
com.cy cz de dj dk dm com.do dz com.ec ee com.eg es com.et fi com.fj fm fr ga ge gg com.gh com.gi \
gl gm gr com.gt gy com.hk hn hr ht hu co.id ie co.il im co.in iq is it je com.jm jo co.jp co.ke \
com.kh ki kg co.kr com.kw kz la com.lb li lk co.ls lt lu lv com.ly co.ma md me mg mk ml com.mm mn \
com.mt mu mv mw com.mx com.my co.mz com.na com.ng com.ni ne nl no com.np nr nu co.nz com.om com.pa \
com.pe com.pg com.ph com.pk pl pn com.pr ps pt com.py com.qa ro rs ru rw com.sa com.sb sc se com.sg \
sh si sk com.sl sm sn so sr st com.sv td tg co.th com.tj tl tm tn to com.tr tt com.tw co.tz com.ua \
co.ug co.uk com.uy co.uz com.vc co.ve co.vi com.vn vu ws co.za co.zm co.zw";
