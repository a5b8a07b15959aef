"""DATA: decoders of Node, Perl and Java, each run."""

from superuri.who.decoding import Decoder, Manner, run

_node = run("node")
_java = run("java")
_perl_uri = run("perl", "URI")

ROWS: tuple[Decoder, ...] = (
    _node(
        "Node decodeURIComponent",
        "decodeURIComponent(t)",
        Manner(malformed="error", invalid="error"),
    ),
    _node(
        "Node decodeURI",
        "decodeURI(t)",
        Manner(malformed="error", invalid="error", keeps="#$&+,/:;=?@"),
    ),
    _node("Node unescape", "unescape(t)", None),
    _node("Node URLSearchParams", "new URLSearchParams('t=' + t).get('t')", Manner(plus=" ")),
    _node("Node querystring.unescape", "require('querystring').unescape(t)", Manner()),
    run("perl", "URI::Escape")("Perl URI::Escape", "uri_unescape($t)", None),
    _node("Node querystring.parse", "require('querystring').parse('t=' + t).t", Manner(plus=" ")),
    _node(
        "Node fileURLToPath",
        "require('url').fileURLToPath('file:///' + t).slice(1)",
        Manner(malformed="error", invalid="error", refuses="/"),
    ),
    _node(
        "Node url.parse auth",
        "require('url').parse('http://' + t + '@e/').auth",
        Manner(malformed="error", invalid="error"),
    ),
    _java(
        "Java URLDecoder",
        'java.net.URLDecoder.decode(t, "UTF-8")',
        Manner(plus=" ", malformed="error"),
    ),
    _java(
        "Java URI getPath",
        'new java.net.URI("x://e/" + t).getPath().substring(1)',
        Manner(malformed="error"),
    ),
    _java(
        "Java Path.of a URI",
        ('java.nio.file.Path.of(new java.net.URI("file:///" + t)).toString().substring(1)'),
        Manner(malformed="error", refuses="\x00"),
    ),
    _perl_uri("Perl URI path_segments", "(URI->new(q(http://e/) . $t)->path_segments)[1]", None),
    _perl_uri("Perl URI query_form", "(URI->new(q(http://e/?t=) . $t)->query_form)[1]", None),
    _perl_uri("Perl URI as_iri", "substr(URI->new(q(http://e/) . $t)->as_iri, 9)", None),
)
