"""DATA: URLs that parsers read differently, grouped by the reason."""

import re
from ast import literal_eval

#: Text between a host that may be checked and the host that is connected to.
_BETWEEN = (
    "@", "\\@", "\\\\@", "#@", "?@", "/@", ";@", ":@", ":80@", "%40", "%2f@", "%5c@", "%23@",
    "%3f@", "%00@", "\t@", "\n@", " @", "\\", "\\\\", "#", "%23", "%2f", "%5c", "%00", ".", "。",
    "⁄", "／", "＃@", "？@", "＠", "﹫", "\u200b", "\u00ad", "&@", "|@", "^@", "`@", "[@", "]@",
    "{@", "<@", '"@',
)  # fmt: skip

#: A line with the reason, and below it the URLs, with Python's escapes; a space is ``\x20``.
_GROUPS = r"""
More than one @
  http://a@b@c/ http://a@b@c:80/ http://good.com@evil.com@good.com/ http://user:p@ss@good.com/
  http://user:p/ss@good.com/ http://user:p#ss@good.com/ http://user:p?ss@good.com/
  http://user:p\\ss@good.com/ http://@good.com/ http://:@good.com/ http://user:@good.com/
  http://:pass@good.com/ http://user%40evil.com@good.com/ http://good.com:80@evil.com/
  http://good.com&@evil.com/ http://[::1]@evil.com/
Slashes, too many, too few, or leaning
  http:good.com/ http:/good.com/ http:///good.com/ http:////good.com/ http:\\\\good.com\\a
  http:\\good.com http:/\\good.com/ http:\\/good.com/ http://good.com\\a\\b
  http://good.com/a\\..\\b //good.com/ \\\\good.com\\ /\\good.com/ ///good.com/ /\t/good.com/
  https:good.com http:?good.com http:#good.com ://good.com/ http//good.com/
Ports
  http://good.com:/ http://good.com:0/ http://good.com:00080/ http://good.com:65535/
  http://good.com:65536/ http://good.com:99999999999/ http://good.com:-80/ http://good.com:+80/
  http://good.com:\x2080/ http://good.com:80\x20/ http://good.com:8o/ http://good.com:٨٠/
  http://good.com:%38%30/ http://good.com:80:90/ http://good.com:80@/
  http://good.com:80\\@evil.com/ http://good.com:\t80/ http://good.com:0x50/ http://good.com:8_0/
Addresses of IPv4
  http://127.1/ http://127.0.1/ http://0x7f.1/ http://0x7f000001/ http://017700000001/
  http://2130706433/ http://0177.0.0.1/ http://127.0.0.1./ http://127.0.0.01/ http://127.0.0.08/
  http://127.0.0.256/ http://256.256.256.256/ http://127.0.0.1.1/ http://4294967296/ http://0/
  http://0x/ http://１２７.0.0.1/ http://①②⑦.0.0.1/ http://127\u30020\u30020\u30021/
  http://127%2e0%2e0%2e1/ http://1.2.3/ http://1.2.3.4.5.6/ http://0.0.0.0x7f000001/
Addresses of IPv6
  http://[::1]/ http://[::1]:80/ http://[0:0:0:0:0:0:0:1]/ http://[::ffff:127.0.0.1]/
  http://[::127.0.0.1]/ http://[::1%25eth0]/ http://[::1%eth0]/ http://[fe80::1%25]/ http://[::1/
  http://::1/ http://::1]/ http://[::1]x/ http://[::1]:x/ http://[::1].good.com/
  http://good.com[::1]/ http://[good.com]/ http://[v1.good]/ http://[]/ http://[::g]/
  http://[1:2:3:4:5:6:7:8:9]/ http://[::1]@good.com/ http://[:::1]/ http://[::01]/
  http://[::00001]/ http://[::1.2.3]/ http://[::1.2.3.04]/ http://[%3a%3a1]/
Hosts
  http://GOOD.com/ http://good.com./ http://good.com../ http://.good.com/ http://good..com/
  http://./ http://../ http:/// http:// http://? http://# http://good%2ecom/ http://good%2Fcom/
  http://%67ood.com/ http://good.com%00.evil.com/ http://good.com%0a.evil.com/ http://good_com/
  http://-good.com/ http://good.com-/ http://good\x20com/ http://good,com/ http://good!com/
  http://good$com/ http://good*com/ http://good|com/ http://good<com/ http://good^com/
  http://good\x00com/ http://good\x7fcom/ http://good\tcom/ http://good\ncom/
Hosts of the world
  http://bücher.example/ http://BÜCHER.example/ http://faß.example/ http://xn--bcher-kva.example/
  http://xn--a.example/ http://xn--.example/ http://b%C3%BCcher.example/ http://gооd.com/
  http://ｇｏｏｄ.com/ http://goo\u00add.com/ http://goo\u200dd.com/ http://good\u3002com/
  http://good\uff0ecom/ http://ⓖⓞⓞⓓ.com/ http://ﬁ.example/ http://evil.c\u2100.good.com/
  http://good.com\u2100evil.com/ http://K.example/ http://ı.example/ http://☃.example/
  http://💩.example/ http://ﷺ.example/ http://אa.example/ http://\ufeffgood.com/
Schemes
  HTTP://good.com/ ht\ttp://good.com/ \x20http://good.com/ http\x20://good.com/ hTTps://good.com/
  javascript://good.com/%0aalert(1) javascript:alert(1) data:text/html,good file://good.com/a
  file:///C:/a file:C|/a file://localhost/a mailto:a@good.com ws://good.com:80/ ftp://good.com:21/
  foo://good.com\\a foo://GOOD.com/ foo:/good.com foo://good.com:bar/ jdbc:mysql://good.com/a
  blob:http://good.com/a 1http://good.com/ h@ttp://good.com/
Paths
  http://good.com/a/../b http://good.com/../../b http://good.com/a/./b http://good.com/%2e%2e/b
  http://good.com/.%2e/b http://good.com/a/%2E/b http://good.com/a%2f..%2fb http://good.com/a/..;/b
  http://good.com/a;x=1/../b http://good.com/a;x=1?b http://good.com//evil.com/
  http://good.com/a//b http://good.com/a\tb http://good.com/a\r\nHost:\x20evil.com
  http://good.com/a\x20b http://good.com/% http://good.com/%zz http://good.com/%252e%252e/
  http://good.com/%c0%ae%c0%ae/ http://good.com/%u002e%u002e/ http://good.com/é http://good.com/%e9
  http://good.com/%C3%A9 http://good.com/a|b http://good.com/[a] http://good.com/\"a\"
  http://good.com?a/b http://good.com#a/b http://good.com?@evil.com/ http://good.com/?#@evil.com/
  http://good.com/#?a http://good.com/a%00b http://good.com/a\x00b http://good.com/～a
"""
_LONG = ["http://" + "a" * 64 + ".com/", "http://" + "a." * 130 + "com/"]

TRICKY = {
    "Two hosts, and something between them": [f"http://evil.com{it}good.com/" for it in _BETWEEN],
}
for _group in re.split(r"\n(?=\S)", _GROUPS.strip()):
    _reason, _, _urls = _group.partition("\n")
    TRICKY[_reason] = [literal_eval(f'"{url}"') for url in _urls.split()]
TRICKY["Hosts"] += _LONG
