"""Written by docs/writers/stub.py: the families of sets, and their names."""

from typing import type_check_only

from superuri._core import Set

class Family:
    def __init__(self, name: str) -> None: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@type_check_only
class _Rfc3986(Family):
    COMPONENT: Set
    USERINFO: Set
    REG_NAME: Set
    SEGMENT: Set
    SEGMENT_NZ_NC: Set
    PATH: Set
    QUERY: Set
    QUERY_VALUE: Set
    FRAGMENT: Set
    GEN_DELIMS: Set
    SUB_DELIMS: Set
    RESERVED: Set
    UNRESERVED: Set
    EVERYTHING: Set

@type_check_only
class _Rfc3987(Family):
    COMPONENT: Set
    USERINFO: Set
    REG_NAME: Set
    SEGMENT: Set
    PATH: Set
    QUERY: Set
    FRAGMENT: Set

@type_check_only
class _Rfc2396(Family):
    COMPONENT: Set
    USERINFO: Set
    PCHAR: Set
    SEGMENT: Set
    PATH: Set
    QUERY: Set
    FRAGMENT: Set
    RESERVED: Set
    UNRESERVED: Set

@type_check_only
class _Rfc1738(Family):
    COMPONENT: Set
    UNSAFE: Set
    HTTP_SEGMENT: Set
    HTTP_PATH: Set
    HTTP_SEARCH: Set
    FTP_SEGMENT: Set
    LOGIN: Set
    FILE_SEGMENT: Set
    GOPHER_SELECTOR: Set
    MAILTO_ADDRESS: Set
    NEWS_GROUP: Set
    NEWS_ARTICLE: Set
    WAIS: Set
    PROSPERO_SEGMENT: Set
    PROSPERO_FIELD: Set
    RESERVED: Set

@type_check_only
class _Rfc1630(Family):
    COMPONENT: Set
    SEGMENT: Set
    UNSAFE: Set

@type_check_only
class _Whatwg(Family):
    C0_CONTROL: Set
    FRAGMENT: Set
    QUERY: Set
    SPECIAL_QUERY: Set
    PATH: Set
    USERINFO: Set
    COMPONENT: Set
    FORM: Set

@type_check_only
class _Ecmascript(Family):
    COMPONENT: Set
    URI: Set
    FIXED_COMPONENT: Set
    FIXED_URI: Set
    ESCAPE: Set

@type_check_only
class _Python(Family):
    QUOTE: Set
    QUOTE_PLUS: Set
    PYTHON2_QUOTE: Set

@type_check_only
class _Giuca(Family):
    CLEAN_3986: Set
    CLEAN_2396: Set

@type_check_only
class _Browsers(Family):
    FIREFOX10: Set
    CHROME16: Set

@type_check_only
class _Javascript(Family):
    PROGRAM: Set

@type_check_only
class _Html(Family):
    FORM: Set

@type_check_only
class _Java(Family):
    URL_ENCODER: Set

@type_check_only
class _Go(Family):
    QUERY_ESCAPE: Set
    PATH_ESCAPE: Set

@type_check_only
class _Php(Family):
    RAWURLENCODE: Set
    URLENCODE: Set

@type_check_only
class _Dotnet(Family):
    ESCAPE_DATA_STRING: Set
    URL_ENCODE: Set
    HTTP_UTILITY: Set

@type_check_only
class _Ruby(Family):
    CGI_ESCAPE: Set
    URL_ENCODE: Set
    FORM: Set

@type_check_only
class _Perl(Family):
    URI_ESCAPE: Set
    URI_ESCAPE_OLD: Set

@type_check_only
class _Curl(Family):
    EASY_ESCAPE: Set
    DATA_URLENCODE: Set

@type_check_only
class _Saml(Family):
    AD_FS: Set

@type_check_only
class _Oauth(Family):
    PERCENT_ENCODE: Set

@type_check_only
class _Aws(Family):
    SIGV4: Set
    SIGV4_PATH: Set
    S3_EVENT_KEY: Set

@type_check_only
class _Jq(Family):
    URI_1_6: Set
    URI: Set

@type_check_only
class _Rfc8187(Family):
    EXT_VALUE: Set

@type_check_only
class _Rfc6570(Family):
    SIMPLE: Set
    RESERVED: Set

@type_check_only
class _Grpc(Family):
    MESSAGE: Set

@type_check_only
class _W3c(Family):
    BAGGAGE_VALUE: Set

@type_check_only
class _Rfc6265(Family):
    COOKIE_VALUE: Set

@type_check_only
class _Hive(Family):
    PARTITION_VALUE: Set

@type_check_only
class _Arrow(Family):
    PARTITION_VALUE: Set

@type_check_only
class _Polars(Family):
    PARTITION_VALUE: Set

@type_check_only
class _Datafusion(Family):
    PARTITION: Set

@type_check_only
class _Iceberg(Family):
    PARTITION: Set

@type_check_only
class _Vcf(Family):
    VALUE: Set

@type_check_only
class _Gff3(Family):
    ATTRIBUTE: Set

@type_check_only
class _Bagit(Family):
    PATH: Set

@type_check_only
class _Dbus(Family):
    ADDRESS_VALUE: Set

@type_check_only
class _Pkcs11(Family):
    ATTRIBUTE: Set
    ID: Set

@type_check_only
class _Apt(Family):
    URI_PATH: Set
    FILE_NAME: Set
    LIST_NAME: Set

@type_check_only
class _Gnupg(Family):
    LISTING: Set

@type_check_only
class _Xlsxwriter(Family):
    LINK: Set

@type_check_only
class _Mediawiki(Family):
    URL_ENCODE: Set

@type_check_only
class _Purl(Family):
    COMPONENT: Set

rfc3986: _Rfc3986
rfc3987: _Rfc3987
rfc2396: _Rfc2396
rfc1738: _Rfc1738
rfc1630: _Rfc1630
whatwg: _Whatwg
ecmascript: _Ecmascript
python: _Python
giuca: _Giuca
browsers: _Browsers
javascript: _Javascript
html: _Html
java: _Java
go: _Go
php: _Php
dotnet: _Dotnet
ruby: _Ruby
perl: _Perl
curl: _Curl
saml: _Saml
oauth: _Oauth
aws: _Aws
jq: _Jq
rfc8187: _Rfc8187
rfc6570: _Rfc6570
grpc: _Grpc
w3c: _W3c
rfc6265: _Rfc6265
hive: _Hive
arrow: _Arrow
polars: _Polars
datafusion: _Datafusion
iceberg: _Iceberg
vcf: _Vcf
gff3: _Gff3
bagit: _Bagit
dbus: _Dbus
pkcs11: _Pkcs11
apt: _Apt
gnupg: _Gnupg
xlsxwriter: _Xlsxwriter
mediawiki: _Mediawiki
purl: _Purl
families: dict[str, Family]
rows: list[Set]
names: dict[str, Set]
