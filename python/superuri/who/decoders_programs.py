"""DATA: decoders of Node, Perl and Java, each run."""

from superuri.who.decoding import rows

ROWS = rows(r"""
Node decodeURIComponent | node | malformed=error invalid=error
  decodeURIComponent(t)
Node decodeURI | node | malformed=error invalid=error keeps=#$&+,/:;=?@
  decodeURI(t)
Node unescape | node | manner=None
  unescape(t)
Node URLSearchParams | node | plus=\x20
  new URLSearchParams('t=' + t).get('t')
Node querystring.unescape | node
  require('querystring').unescape(t)
Perl URI::Escape | perl URI::Escape | manner=None
  uri_unescape($t)
Node querystring.parse | node | plus=\x20
  require('querystring').parse('t=' + t).t
Node fileURLToPath | node | malformed=error invalid=error refuses=/
  require('url').fileURLToPath('file:///' + t).slice(1)
Node url.parse auth | node | malformed=error invalid=error
  require('url').parse('http://' + t + '@e/').auth
Java URLDecoder | java | plus=\x20 malformed=error
  java.net.URLDecoder.decode(t, "UTF-8")
Java URI getPath | java | malformed=error
  new java.net.URI("x://e/" + t).getPath().substring(1)
Java Path.of a URI | java | malformed=error refuses=\x00
  java.nio.file.Path.of(new java.net.URI("file:///" + t)).toString().substring(1)
Perl URI path_segments | perl URI | manner=None
  (URI->new(q(http://e/) . $t)->path_segments)[1]
Perl URI query_form | perl URI | manner=None
  (URI->new(q(http://e/?t=) . $t)->query_form)[1]
Perl URI as_iri | perl URI | manner=None
  substr(URI->new(q(http://e/) . $t)->as_iri, 9)
""")
