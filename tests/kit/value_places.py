"""DATA: each public function that takes values, with a call for each place that takes one."""

from collections.abc import Callable
from typing import Any

import superuri
from superuri import (
    baggage,
    cookies,
    data_uri,
    file_uri,
    form,
    fragments,
    headers,
    hosts,
    iri,
    keys,
    links,
    mailto,
    odata,
    openapi,
    otpauth,
    percent_u,
    purl,
    render,
    rfc1738,
    rfc6570,
    sets,
    urn,
    wire,
)
from superuri.compat import browsers, dialects, ecmascript

BASE = "http://e.com/"
URI = superuri.URI("http://e.com/a?b=c#d")
KEY = "JBSWY3DPEHPK3PXP"
COMPONENT = sets.rfc3986.COMPONENT

#: A function, and a call of it with the value in each place that takes one.
Place = Callable[[Any], Any]
PLACES: dict[str, list[Place]] = {
    "build": [
        *(lambda v: superuri.build(query={"q": v}), lambda v: superuri.build(query={v: "q"})),
        *(lambda v: superuri.build(query={"q": [v]}), lambda v: superuri.build(segments=[v])),
        *(lambda v: superuri.build(path=v), lambda v: superuri.build(fragment=v)),
        *(lambda v: superuri.build(host=v), lambda v: superuri.build(scheme=v)),
        lambda v: superuri.build(query={"q": {"a": v}}, nested="rails"),
        lambda v: superuri.build(host="e.com", user=v, password=v, port=v),
    ],
    "fill": [
        *(lambda v: superuri.fill("/{a}", a=v), lambda v: superuri.fill("/?a={a}", a=v)),
        *(lambda v: superuri.fill("/{*a}", a=[v]), lambda v: superuri.fill("/?{**a}", a={"b": v})),
        superuri.fill,
    ],
    "form.serialize": [lambda v: form.serialize({"q": v}), lambda v: form.serialize([(v, "q")])],
    "form.serialize_keywords": [lambda v: form.serialize_keywords([v])],
    "form.submit": [lambda v: form.submit(BASE, {"q": v}), lambda v: form.submit(v, {"q": "a"})],
    "rfc6570.expand": [
        *(lambda v: rfc6570.expand("{?q}", {"q": v}), lambda v: rfc6570.expand("{q*}", q=[v])),
        *(
            lambda v: rfc6570.expand("{?q*}", q={"a": v}),
            lambda v: rfc6570.expand("{?q*}", q={v: "a"}),
        ),
        lambda v: rfc6570.expand(v, {}),
    ],
    "openapi.serialize": [
        lambda v: openapi.serialize(v, "a"),
        *(lambda v, s=s: openapi.serialize("q", v, s) for s in openapi.styles),
        *(lambda v, s=s: openapi.serialize("q", [v], s) for s in openapi.styles),
        *(lambda v, s=s: openapi.serialize("q", {"a": v}, s) for s in openapi.styles),
        *(lambda v, s=s: openapi.serialize("q", {v: "a"}, s) for s in openapi.styles),
        lambda v: openapi.serialize("q", v, reserved="keep"),
        lambda v: openapi.serialize("q", "a", v),
    ],
    "links.build": [
        *(
            lambda v: links.build(v, "next"),
            lambda v: links.build("/", v),
            lambda v: links.build("/", [v]),
        ),
        *(lambda v: links.build("/", "a", title=v), lambda v: links.build("/", "a", type=v)),
        *(
            lambda v: links.build("/", "a", title="é", language=v),
            lambda v: links.build("/", "a", anchor=v),
        ),
    ],
    "baggage.build": [
        *(
            lambda v: baggage.build({"a": v}),
            lambda v: baggage.build({v: "a"}),
            lambda v: baggage.build((v,)),
        ),
        lambda v: baggage.build([baggage.Member("a", "b", ((v, v),))]),
    ],
    "fragments.json_pointer": [lambda v: fragments.json_pointer([v]), fragments.json_pointer],
    "fragments.text_directive": [
        *(fragments.text_directive, lambda v: fragments.text_directive("a", v)),
        *(
            lambda v: fragments.text_directive("a", prefix=v),
            lambda v: fragments.text_directive("a", suffix=v),
        ),
    ],
    "headers.ext_value": [headers.ext_value, lambda v: headers.ext_value("a", v)],
    "headers.content_disposition": [
        headers.content_disposition,
        lambda v: headers.content_disposition("a", v),
    ],
    "headers.grpc_message": [headers.grpc_message],
    "headers.baggage_value": [headers.baggage_value],
    "headers.file_name": [headers.file_name, lambda v: headers.file_name(BASE, v)],
    "headers.location": [lambda v: headers.location(v, BASE), lambda v: headers.location("/a", v)],
    "cookies.value": [cookies.value, *(coder.encode for coder in cookies.coders.values())],
    "mailto.build": [
        *(mailto.build, lambda v: mailto.build(subject=v), lambda v: mailto.build(body=v)),
        *(lambda v: mailto.build(headers=[(v, "a")]), lambda v: mailto.build(headers=[("a", v)])),
    ],
    "data_uri.build": [data_uri.build, lambda v: data_uri.build("a", v)],
    "odata.literal": [odata.literal],
    "odata.segment": [
        *(odata.segment, lambda v: odata.segment("A", v), lambda v: odata.segment("A", {"b": v})),
        lambda v: odata.segment("A", {v: "b", "c": 1}),
    ],
    "otpauth.build": [
        *(lambda v: otpauth.build(v, "a", KEY), lambda v: otpauth.build("totp", v, KEY)),
        *(
            lambda v: otpauth.build("totp", "a", v),
            lambda v: otpauth.build("totp", "a", KEY, issuer=v),
        ),
        lambda v: otpauth.build("totp", "a", KEY, algorithm=v),
        lambda v: otpauth.build("totp", "a", KEY, digits=v),
        lambda v: otpauth.build("totp", "a", KEY, period=v),
        lambda v: otpauth.build("hotp", "a", KEY, counter=v),
    ],
    "purl.build": [
        *(lambda v: purl.build(v, "a"), lambda v: purl.build("npm", v)),
        *(
            lambda v: purl.build("npm", "a", namespace=v),
            lambda v: purl.build("npm", "a", version=v),
        ),
        lambda v: purl.build("npm", "a", qualifiers={"q": v}),
        lambda v: purl.build("npm", "a", qualifiers={v: "q"}),
        lambda v: purl.build("npm", "a", subpath=v),
    ],
    "file_uri.from_path": [
        lambda v: file_uri.from_path(v, "posix"),
        lambda v: file_uri.from_path(v, "windows"),
    ],
    "form.multipart_name": [form.multipart_name],
    "form.parse_multipart_name": [form.parse_multipart_name],
    "render.table": [lambda v: render.table(["a"], [[v]]), lambda v: render.table([v], [])],
    "unsplit": [lambda v: superuri.unsplit([None, None, v, None, None])],
    "hosts.to_ascii": [hosts.to_ascii],
    "hosts.to_unicode": [hosts.to_unicode],
    "hosts.safe_redirect": [lambda v: hosts.safe_redirect(v, hosts=["e.com"])],
    "iri.to_uri": [iri.to_uri],
    "iri.to_iri": [iri.to_iri],
    "rfc1738.equivalent": [lambda v: rfc1738.equivalent(v, "a")],
    "urn.equivalent": [lambda v: urn.equivalent("urn:example:a", v)],
    "percent_u.encode": [percent_u.encode],
    "compat.dialects.encode": [lambda v: dialects.encode(v, COMPONENT)],
    "compat.dialects.decode": [lambda v: dialects.decode(v, COMPONENT)],
    "compat.browsers.send": [browsers.send],
    "compat.browsers.show": [browsers.show],
    **{f"compat.ecmascript.{name}": [getattr(ecmascript, name)] for name in ecmascript.__all__},
    "wire.target": [wire.target],
    "keys.tables": [keys.tables],
    "compare": [lambda v: superuri.compare("a", v)],
    "equivalent": [lambda v: superuri.equivalent(v, "a")],
}
#: Methods of a URI that take values.
PLACES["URI"] = [
    *(
        lambda v: URI.with_query({"a": v}),
        lambda v: URI.with_pair("a", v),
        lambda v: URI.add_pair(v, "a"),
    ),
    *(lambda v: URI.with_segments([v]), URI.with_fragment, lambda v: URI / v),
    *(URI.with_name, URI.with_suffix, URI.resolve, superuri.URI),
]
#: Functions that are not tested here, each with the reason.
OTHERS = {
    **dict.fromkeys(
        [
            *("disagree.disagree", "disagree.survey", "disagree.versions"),
            *("wire.send", "who.decodes", "who.encodes"),
        ],
        "it runs other programs",
    ),
    **dict.fromkeys(["who.marks", "keys.trackers"], "it takes no text"),
    **dict.fromkeys(["tables.tidy", "keys.read_tracking"], "it takes files"),
    **dict.fromkeys(
        [f"logs.{name}" for name in ("decode", "read", "split", "target", "wire")],
        "it takes a log's format, too",
    ),
    **dict.fromkeys(["pydantic.CleanURI", "pydantic.HttpURI", "pydantic.NormalURI"], "a type"),
}
#: Modules whose functions do what others do, or make strategies.
OTHER_MODULES = ("testing", "compat.urllib", "compat.python2")
#: Pairs of a kind and a function that has a rule of its own for it.
OWN = {
    ("None", "links.build"),  # an attribute without a value, or none
    ("None", "baggage.build"),  # a property without a value
    ("None", "fragments.text_directive"),  # left out
    ("None", "otpauth.build"),  # left out
    ("None", "purl.build"),  # left out
    ("None", "odata.segment"),  # the whole set
    ("None", "file_uri.from_path"),  # refused by os.fspath
    ("None", "openapi.serialize"),  # undefined
    ("None", "rfc6570.expand"),  # undefined
    ("None", "data_uri.build"),  # the default type
    *(("None", f"form.{name}") for name in ("serialize", "submit", "serialize_keywords")),
    *(("None", name) for name in ("build", "fill", "unsplit", "URI", "headers.file_name")),
    ("True", "odata.literal"),
    ("True", "odata.segment"),
    *(
        (kind, name)
        for kind in ("int", "int subclass")
        for name in ("odata.literal", "odata.segment", "otpauth.build")
    ),
    *(
        (kind, name)
        for kind in ("bytes", "bytearray", "memoryview")
        for name in ("data_uri.build", "find", "fix", "explain", "explanation.explain")
    ),
    ("Path", "file_uri.from_path"),
    ("bytes", "otpauth.build"),  # the octets of a key
    *(
        (kind, name)
        for kind in ("list", "set", "dict", "generator")
        for name in ("links.build", "openapi.serialize", "baggage.build", "fragments.json_pointer")
    ),
    *(
        (kind, name)
        for kind in ("list", "dict")
        for name in ("build", "fill", "form.serialize", "form.submit", "rfc6570.expand", "URI")
    ),
}
