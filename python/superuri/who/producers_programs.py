"""DATA: producers of Node, Perl, Java, Tcl and Lua, each run.

Of Tcl's ``ncgi::encode`` only U+0100 is neither encoded nor an error: it becomes %100.
"""

from superuri.who.producers import rows

ROWS = rows(r"""
Node URLSearchParams | *-._ | node | space=+ surrogate=%EF%BF%BD
  new URLSearchParams([['', t]]).toString().slice(1)
Node URL path | !#$%&'()*+,-./:;=?@[]^_|~ | node | surrogate=%EF%BF%BD lost=\t\n\r swaps=\\/
  new URL('http://e/' + t).href.slice(9)
Node URL query | !#$%&()*+,-./:;=?@[\\]^_`{|}~ | node | surrogate=%EF%BF%BD lost=\t\n\r
  new URL('http://e/?' + t).href.slice(10)
Node URL query of another scheme | !#$%&'()*+,-./:;=?@[\\]^_`{|}~ | node
  | surrogate=%EF%BF%BD lost=\t\n\r
  new URL('x://e/?' + t).href.slice(7)
Node URL fragment | !#$%&'()*+,-./:;=?@[\\]^_{|}~ | node | surrogate=%EF%BF%BD lost=\t\n\r
  new URL('http://e/#' + t).hash.slice(1)
Node URL username | !$%&'()*+,-._~ | node | surrogate=%EF%BF%BD
  (u => (u.username = t, u.username))(new URL('http://e/'))
Node URL pathname setter | !$%&'()*+,-./:;=@[]^_|~ | node
  | surrogate=%EF%BF%BD lost=\t\n\r swaps=\\/
  (u => (u.pathname = t, u.pathname.slice(1)))(new URL('http://e/'))
Node URL opaque path | \x20!"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ | node
  | surrogate=%EF%BF%BD lost=\t\n\r
  new URL('x:' + t).href.slice(2)
Node url.parse path | \x00-\x08\x0b\x0c\x0e-\x1f!#$%&()*+,-./:;=?@[]_~\x7f | node
  | non_ascii=bare surrogate=stays swaps=\\/
  require('url').parse('http://e/' + t).href.slice(9)
Node url.format pathname | \x00-\x1f\x7f\x20!"$%&'()*+,-./:;<=>@[\\]^_`{|}~ | node
  | non_ascii=bare surrogate=stays
  require('url').format({pathname: t})
Node url.format search | \x00-\x1f\x7f\x20!"$%&'()*+,-./:;<=>?@[\\]^_`{|}~ | node
  | non_ascii=bare surrogate=stays
  require('url').format({search: t}).slice(1)
Node pathToFileURL | !$&'()*+,-./:;=@_ | node | surrogate=%EF%BF%BD
  require('url').pathToFileURL('/' + t).href.slice(8)
Perl HTTP::Tiny form | -._~ | perl HTTP::Tiny | space=+
  HTTP::Tiny->www_form_urlencode([q() => $t]) =~ s/^=//r
Perl URI path | !$%&'()*+,-./:;=@_~ | perl URI
  do { my $u = URI->new(q(http://e/)); $u->path(qq(/$t)); substr $u->path, 1 }
Perl URI path_segments | !$&'()*+,-.:=@_~ | perl URI
  do { my $u = URI->new(q(http://e/)); $u->path_segments(q(), $t); substr $u->path, 1 }
Perl URI query_form | !'()*-._~ | perl URI | space=+
  do { my $u = URI->new(q(http://e/)); $u->query_form(k => $t); substr $u->query, 2 }
Perl URI query | !$%&'()*+,-./:;=?@_~ | perl URI
  do { my $u = URI->new(q(http://e/)); $u->query($t); $u->query }
Perl URI fragment | !$%&'()*+,-./:;=?@_~ | perl URI
  do { my $u = URI->new(q(http://e/)); $u->fragment($t); $u->fragment }
Java URI user | !$&'()*+,-.:;=_~ | java | non_ascii=nfc
  new java.net.URI("x", t, "e", -1, "/", null, null).toASCIIString().replaceAll("^x://|@e/$", "")
Java Path.toUri | !$&'()*+,-./:;=@_~ | java | refused=\x00
  java.nio.file.Path.of("/" + t).toUri().toString().substring(8)
Java File.toURI | !$&'()*+,-./:;=@_~ | java | non_ascii=nfc
  new java.io.File("/" + t).toURI().toASCIIString().substring(6)
Node querystring.escape | !'()*-._~ | node
  require('querystring').escape(t)
Node querystring.stringify value | !'()*-._~ | node
  require('querystring').stringify({'': t}).slice(1)
Tcl http::formatQuery | -._~ | tcl http | surrogate=%ED%A0%80 swaps=\n\r\n
  string range [http::formatQuery {} $t] 1 end
Tcl ncgi::encode |  | tcl ncgi | space=+ non_ascii=latin-1 refused=\x00 swaps=\n\r\n
  ncgi::encode $t
LuaSocket url.escape | _ | lua socket.url | hex=lower surrogate=%ed%a0%80 of=socket.url
  needed.escape(t)
Java URI path | !$&'()*+,-./:;=@_~ | java | non_ascii=nfc
  new java.net.URI("x", "e", "/" + t, null, null).toASCIIString().substring(6)
Java URI query | !$&'()*+,-./:;=?@[]_~ | java | non_ascii=nfc
  new java.net.URI("x", "e", "/", t, null).toASCIIString().substring(7)
Java URI fragment | !$&'()*+,-./:;=?@[]_~ | java | non_ascii=nfc
  new java.net.URI("x", "e", "/", null, t).toASCIIString().substring(7)
""")
