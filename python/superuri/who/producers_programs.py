"""DATA: producers of Node, Perl, Java, Tcl and Lua, each run."""

from superuri.who.producers import CONTROLS, Producer, run

_node = run("node")
_perl_uri = run("perl", "URI")
_java = run("java")

ROWS: tuple[Producer, ...] = (
    _node(
        "Node URLSearchParams",
        "*-._",
        "new URLSearchParams([['', t]]).toString().slice(1)",
        space="+",
        surrogate="%EF%BF%BD",
    ),
    _node(
        "Node URL path",
        "!#$%&'()*+,-./:;=?@[]^_|~",
        "new URL('http://e/' + t).href.slice(9)",
        surrogate="%EF%BF%BD",
        lost="\t\n\r",
        swaps=("\\/",),
    ),
    _node(
        "Node URL query",
        "!#$%&()*+,-./:;=?@[\\]^_`{|}~",
        "new URL('http://e/?' + t).href.slice(10)",
        surrogate="%EF%BF%BD",
        lost="\t\n\r",
    ),
    _node(
        "Node URL query of another scheme",
        "!#$%&'()*+,-./:;=?@[\\]^_`{|}~",
        "new URL('x://e/?' + t).href.slice(7)",
        surrogate="%EF%BF%BD",
        lost="\t\n\r",
    ),
    _node(
        "Node URL fragment",
        "!#$%&'()*+,-./:;=?@[\\]^_{|}~",
        "new URL('http://e/#' + t).hash.slice(1)",
        surrogate="%EF%BF%BD",
        lost="\t\n\r",
    ),
    _node(
        "Node URL username",
        "!$%&'()*+,-._~",
        "(u => (u.username = t, u.username))(new URL('http://e/'))",
        surrogate="%EF%BF%BD",
    ),
    _node(
        "Node URL pathname setter",
        "!$%&'()*+,-./:;=@[]^_|~",
        "(u => (u.pathname = t, u.pathname.slice(1)))(new URL('http://e/'))",
        surrogate="%EF%BF%BD",
        lost="\t\n\r",
        swaps=("\\/",),
    ),
    _node(
        "Node URL opaque path",
        " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
        "new URL('x:' + t).href.slice(2)",
        surrogate="%EF%BF%BD",
        lost="\t\n\r",
    ),
    _node(
        "Node url.parse path",
        "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f!#$%&()*+,-./:;=?@[]_~\x7f",
        "require('url').parse('http://e/' + t).href.slice(9)",
        non_ascii="bare",
        surrogate="stays",
        swaps=("\\/",),
    ),
    _node(
        "Node url.format pathname",
        CONTROLS + " !\"$%&'()*+,-./:;<=>@[\\]^_`{|}~",
        "require('url').format({pathname: t})",
        non_ascii="bare",
        surrogate="stays",
    ),
    _node(
        "Node url.format search",
        CONTROLS + " !\"$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
        "require('url').format({search: t}).slice(1)",
        non_ascii="bare",
        surrogate="stays",
    ),
    _node(
        "Node pathToFileURL",
        "!$&'()*+,-./:;=@_",
        "require('url').pathToFileURL('/' + t).href.slice(8)",
        surrogate="%EF%BF%BD",
    ),
    run("perl", "HTTP::Tiny")(
        "Perl HTTP::Tiny form",
        "-._~",
        "HTTP::Tiny->www_form_urlencode([q() => $t]) =~ s/^=//r",
        space="+",
    ),
    _perl_uri(
        "Perl URI path",
        "!$%&'()*+,-./:;=@_~",
        ("do { my $u = URI->new(q(http://e/)); $u->path(qq(/$t)); substr $u->path, 1 }"),
    ),
    _perl_uri(
        "Perl URI path_segments",
        "!$&'()*+,-.:=@_~",
        ("do { my $u = URI->new(q(http://e/)); $u->path_segments(q(), $t); substr $u->path, 1 }"),
    ),
    _perl_uri(
        "Perl URI query_form",
        "!'()*-._~",
        ("do { my $u = URI->new(q(http://e/)); $u->query_form(k => $t); substr $u->query, 2 }"),
        space="+",
    ),
    _perl_uri(
        "Perl URI query",
        "!$%&'()*+,-./:;=?@_~",
        "do { my $u = URI->new(q(http://e/)); $u->query($t); $u->query }",
    ),
    _perl_uri(
        "Perl URI fragment",
        "!$%&'()*+,-./:;=?@_~",
        "do { my $u = URI->new(q(http://e/)); $u->fragment($t); $u->fragment }",
    ),
    _java(
        "Java URI user",
        "!$&'()*+,-.:;=_~",
        (
            'new java.net.URI("x", t, "e", -1, "/", null, null).toASCIIString().'
            'replaceAll("^x://|@e/$", "")'
        ),
        non_ascii="nfc",
    ),
    _java(
        "Java Path.toUri",
        "!$&'()*+,-./:;=@_~",
        'java.nio.file.Path.of("/" + t).toUri().toString().substring(8)',
        refused="\x00",
    ),
    _java(
        "Java File.toURI",
        "!$&'()*+,-./:;=@_~",
        'new java.io.File("/" + t).toURI().toASCIIString().substring(6)',
        non_ascii="nfc",
    ),
    _node("Node querystring.escape", "!'()*-._~", "require('querystring').escape(t)"),
    _node(
        "Node querystring.stringify value",
        "!'()*-._~",
        "require('querystring').stringify({'': t}).slice(1)",
    ),
    run("tcl", "http")(
        "Tcl http::formatQuery",
        "-._~",
        "string range [http::formatQuery {} $t] 1 end",
        surrogate="%ED%A0%80",
        swaps=("\n\r\n",),
    ),
    # Only U+0100 is neither encoded nor an error: it becomes %100.
    run("tcl", "ncgi")(
        "Tcl ncgi::encode",
        "",
        "ncgi::encode $t",
        space="+",
        non_ascii="latin-1",
        refused="\x00",
        swaps=("\n\r\n",),
    ),
    run("lua", "socket.url", of="socket.url")(
        "LuaSocket url.escape", "_", "needed.escape(t)", hex="lower", surrogate="%ed%a0%80"
    ),
    _java(
        "Java URI path",
        "!$&'()*+,-./:;=@_~",
        ('new java.net.URI("x", "e", "/" + t, null, null).toASCIIString().substring(6)'),
        non_ascii="nfc",
    ),
    _java(
        "Java URI query",
        "!$&'()*+,-./:;=?@[]_~",
        'new java.net.URI("x", "e", "/", t, null).toASCIIString().substring(7)',
        non_ascii="nfc",
    ),
    _java(
        "Java URI fragment",
        "!$&'()*+,-./:;=?@[]_~",
        'new java.net.URI("x", "e", "/", null, t).toASCIIString().substring(7)',
        non_ascii="nfc",
    ),
)
