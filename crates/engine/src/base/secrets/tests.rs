//! Rows of what is hidden and of what stays visible, and linear time.

use super::*;

/// Texts whose password is `S3cret`.
const WITH_PASSWORD: &[&str] = &[
    // Raw, and malformed.
    "http://u:S3cret@h:80/p",
    "//u:S3cret@[::1/",
    "http:\\\\u:S3cret@h",
    "http://u:S3cret#1@h/",
    "http://u:S3cr3t/S3cret@h/",
    "x http://a/ http://u:S3cret@h",
    "http:///u:S3cret@h",
    "http:u:S3cret@h",
    "HTTPS:/u:S3cret@h",
    "blob:ws:u:S3cret@h",
    "jdbc:mysql://u:S3cret@h/db",
    "http://u:\u{e9} S3cret@h/",
    "http://u:S3cret @h/",
    "http://a b:c@S3cret d@h/ http://u:S3cret@h",
    "http:/\t/u:S3cret@h",
    "http://u%3AS3cret@h/",
    "http://u:S3cret%40h/",
    "http://u:S3cret＠h/",
    "http：／／u：S3cret＠h/",
    "http%3A%2F%2Fu%3Ax%2540-%252FS3cret%EF%BC%A0h",
    // Nested: the password's own delimiters are escaped once more.
    "http://g/?u=http://u:S3cret@h/",
    "http://g/?u=http%3A%2F%2Fu%3Ax%252FS3cret%40h%2F",
    "http://g/?u=http%3A%2F%2Fu%3Ax%253FS3cret%40h",
    "http://g/?u=http%3A%2F%2Fu%3AS3cret%2523%40h",
    "http://g/?u=http%253A%252F%252Fu%253Ax%25255CS3cret%2540h",
    "http://g/?u=http%3A%2F%2Fu:x%2FS3cret%40h",
    "http://g/?u=http://u:S3cret%40h/",
    "http://g/?u=http://u%3AS3cret@h/",
    "http://g/?u=http://u:S3cret%2540h/",
    "http://g/?u=//u:S3cret@h/",
    "http://g/#//u:S3cret@h/",
    "http://g//u:S3cret@h/",
    "http://http//u:S3cret@h/",
    "http://g/?u=a,//u:S3cret@h",
    "http://g/?j={\"u\":\"http:\\/\\/u:S3cret@h\"}",
    "http://g/?j=%7B%22u%22%3A%22http%3A%5C%2F%5C%2Fu%3AS3cret%40h%22%7D",
    r"http://g/?j=http:\u002f\u002fu\u003aS3cret\u0040h",
    "http://g/?j=http:%5Cu002f/u:S3cret%5Cu0040h",
    "<a href=\"http:&sol;/u&#58;S3cret&commat;h\">",
    "data:text/html,%3Ca%20href=%22http://u:S3cret%26%2364;h%22%3E",
    // Without slashes.
    "sip:u:S3cret@h",
    "http://g/?u=sips:u:S3cret@h;transport=tcp",
    "u:S3cret@h/",
    "smb:u:S3cret@h",
    "u:S3cret@tcp(h:3306)/db",
    "jdbc:oracle:thin:u/S3cret@",
    "jdbc:oracle:oci:u/S3cret@//h:1521/service",
    // Defanged.
    "https://u:S3cret(at)h/",
    "https://u:S3cret[at]h/",
    "https://u:S3cret[@]h/",
    "https://u:S3cret(@)h/",
    "https://u:S3cret{@}h/",
    "https://u:S3cret{at}h/",
    "https://u:S3cret [ AT ] h/",
    "https://u:S3cret at h/",
    "https://u:x S3cret at h/",
    "see http://u:x@#S3cret [at] h.example/",
    "a \"http://u:x'@/S3cret@h.example/\"",
    "a http://u:x@%20/S3cret@h.example/",
    "a=1&u=http%3A%2F%2Fu%3AS3cret+at+h",
    "http://g/?u=http%3A%2F%2Fu%3Ax%253F%2526S3cret%26%23x40%3Bh",
    "hxxps[://]u[:]S3cret[[at]]h/",
    "hxxps:[//]u:S3cret@h/",
    "https://u:x/S3cret(at)h/",
    "redis://:x(at)y/S3cret(at)h/",
    // With an @ and then a delimiter.
    "redis://:x@S3cret/S3cret@h:6379/0",
    "mysql://root:a@b#S3cret@h/db",
    "amqp://g:a@b?S3cret@h/v",
    "amqp://g:a@b?c=S3cret@h/v",
    "postgresql://u:x@S3cr3t/S3cret@/db?host=/run",
    "postgresql://u:x@y.com/S3cret@{host}/db",
    "postgresql://u:x@y/S3cret/@h/db",
    "postgresql://app:12/S3cret@h/x",
    "postgresql://us/er:S3cret@h/x",
    "postgresql://ann@corp:x/S3cret@h/x",
    "redis://:x!/b@S3cret/#/@h:6379/0",
    "http://g/?u=redis%3A%2F%2F%3Ax%2Fb%40S3cret%2F%40h%3A6379",
    "http://g/?u=http%3A%2F%2Fu%3Ax%253F%2526S3cret(at)h",
    "https://u:x@S3cret/@h.com",
    "jdbc:mysql:loadbalance://u:x@y/S3cret@h,h2/db",
    "postgresql+psycopg://u:x@y /S3cret@h/db",
    "redis://:x%40y/S3cret@h:6379/0",
    "redis://:x%40y%2FS3cret%40h:6379/0",
    "http://g/?u=redis%3A%2F%2F%3Ax%40y%2FS3cret%40h%3A6379",
    "http://g/?u=redis://:x@y/S3cret@h:6379&m=a",
    "{\"u\":\"redis://:x@y/S3cret@h/0\",\"m\":\"a@b\"}",
    "amqp://a:x@h;amqp://b:x@y/S3cret@h2",
    "https://u:x@S3cr3t/S3cret@h.com/a",
    "https://u:x@S3cr3t.1/S3cret@h.com/a",
    "https://u:x@y.com?S3cret@h.com/a",
    "https://u:x@y.com#S3cret@h.com",
    "https://u:x%40y/S3cret@h.com",
    "https://u:x@$?@S3cret//a@h.com/",
    "http://g/?u=http%3A%2F%2Fu%3Ax%253F%2526S3cret%26amp%3B%2364%3Bh",
    "sip:u:x@y?S3cret@h",
    "u:x@y/S3cret@h.com/",
    "u:x/S3cret@tcp(h:3306)/db",
    "u:x@y/S3cret@unix(/run/mysqld.sock)/db",
    // A user of Windows, with a domain.
    "http://DOM\\u:S3cret@proxy:8080",
    "DOM\\u:S3cret@h",
    "mssql+pymssql://dom.e.com\\u:S3cret@h:1433/db",
    "proxy=http://DOM\\\\u:S3cret@proxy:8080",
    "http://g/?u=http%3A%2F%2FDOM%5Cu%3AS3cret%40proxy",
    // Pairs.
    "jdbc:postgresql://h/db?user=u&password=S3cret",
    "sqlserver://h:1433;user=sa;password=S3cret",
    "sqlserver://h;PassWord={x;S3cret};a=b",
    "1433;user=sa;password=S3cret",
    "Server=h;Pwd=\"x;S3cret\";a=b",
    "host=h password=S3cret dbname=d",
    "Server=h;Password = S3cret;a=b",
    "Server=h;Password = 'x S3cret';a=b",
    "Server=h;Password=\"x\"\"S3cret\";a=b",
    "Server=h;Password='x''S3cret';a=b",
    "Driver={D};PWD={x}}S3cret};a=b",
    r"host=h password='x\'S3cret' dbname=d",
    "mysql --password=S3cret -h h",
    "$password = \"S3cret\";",
    "http://g/#!password=S3cret",
    "jdbc:mysql://(host=h,user=u,password=S3cret)/db",
    "http://g/?%70assword=S3cret",
    "http://g/?user[password]=S3cret&a=1",
    "http://g/#password=S3cret",
    "http://g/?u=jdbc%3Apostgresql%3A%2F%2Fh%2F%3Fpassword%3DS3cret%26a%3Db",
];

#[test]
fn each_password_is_hidden() {
    for text in WITH_PASSWORD {
        let shown = masked(text);
        assert!(!shown.contains("S3cr") && shown.contains(HIDDEN), "{text} {shown}");
        assert_eq!(masked(&shown), shown, "{text}");
        assert_eq!(spans(text.as_bytes()), every_span(text.as_bytes()), "{text}");
    }
}

#[test]
fn what_only_looks_like_a_password_stays_visible() {
    for text in [
        "https://e.com/@ann/12:30@home",
        "https://e.com/?t=a:b@c",
        "x/y@v1.0:sub",
        "https://e.com/?m=mailto:a@e.com",
        "sip:ann@e.com",
        "sip:ann@e.com:5060;tag=x",
        "https://e.com/?q=//cdn.x/a:b@2",
        "npm:@s/p@1",
        "npm:p@1.0.0",
        "mailto:a@b",
        "tag:ann@e.com,2026:x",
        "git@github.com:npm/cli.git",
        "http://h:80/a@b",
        "http://u@h/",
        "//h/a:b@c/",
        "http://[::1]:80/@",
        "http://[::1]/a@b",
        "http:a@b",
        "http%3A%2F%2Fh%3A80%2Fa@b",
        "y/x2F%2Fa:b@c",
        "%2F%2Fa3A40c@d%20",
        "%2F%2Fu:40h",
        "http://g/?u=http%3A%2F%2Fh&m=a:b@c",
        "http://g/?u=http://h&m=a:b@c",
        "http://g/?u=http://h:80&m=a@c",
        "mongodb://h1:27017,h2:27017/db?m=a@b",
        "sqlserver://h:1433;user=sa/a@b",
        "see https://e.com/ or write to: ann@e.com",
        "https://e.com/?password=",
        "https://e.com/reset-password?forgot_password=1",
        "https://e.com/password=x",
        "C:\\a@b",
        "see http://h:80 at a.com or http://h/a:b at c",
        "http://h:80/a(at)b",
        "http://[::1]:80/(a)",
        "redis://h:6379/0?m=a@b",
        "redis://token@h:6379/0@x",
        "mongodb://h/mail@x",
        "kafka://h1:9092,h2:9092/t@x",
    ] {
        assert_eq!(masked(text), text);
        assert_eq!(every_span(text.as_bytes()), []);
    }
}

#[test]
fn nothing_but_the_password_is_hidden() {
    for (text, shown) in [
        ("/?u=http%3A%2F%2Fu%3AS3cret%40h%2F", "/?u=http%3A%2F%2Fu%3A…%40h%2F"),
        ("http%253a%252f%252fu%253aS3cret%2540h", "http%253a%252f%252fu%253a…%2540h"),
        ("http:%2F/u:S3cret@h", "http:%2F/u:…@h"),
        ("http%3Au:S3cret@h", "http%3Au:…@h"),
        ("//u:S3cret@h/?u=%2F%2Fu:s3cr%2Fet@h", "//u:…@h/?u=%2F%2Fu:…@h"),
        ("%2F%2Fa%zz:%@%2", "%2F%2Fa%zz:…@%2"),
        ("%2F%2Fu:S3cret%40h", "%2F%2Fu:…%40h"),
        ("/?u=http://u:S3cret@h/&m=a:b@c", "/?u=http://u:…@h/&m=a:b@c"),
        ("/?u=http://u:p/q@h/&m=a@c", "/?u=http://u:…@h/&m=a@c"),
        ("/?a=1&password=S3cret&b=2#c", "/?a=1&password=…&b=2#c"),
        ("sqlserver://h;password=S3cret;b=2", "sqlserver://h;password=…;b=2"),
        (
            "{\"u\":\"sqlserver://h;password=S3cret\",\"b\":2}",
            "{\"u\":\"sqlserver://h;password=…\",\"b\":2}",
        ),
        ("https://u:p@h/@user", "https://u:…@h/@user"),
        ("https://u:p@h.com/users/a@b.com", "https://u:…@h.com/users/a@b.com"),
        ("https://u:p@localhost:80/a@b.com", "https://u:…@localhost:80/a@b.com"),
        ("https://u:p@[::1]/a@b.com", "https://u:…@[::1]/a@b.com"),
        ("https://u:p@127.0.0.1/a@b.com", "https://u:…@127.0.0.1/a@b.com"),
        ("https://u:p@h/?m=a@b.com", "https://u:…@h/?m=a@b.com"),
        ("mongodb://u:p@h:1/?appName=@u@", "mongodb://u:…@h:1/?appName=@u@"),
        ("see redis://:p@h/0 or a@b.com", "see redis://:…@h/0 or a@b.com"),
        ("nats://u:p@h,nats://u:p@g/a@b", "nats://u:…@h,nats://u:…@b"),
        ("sip:u:S3cret@h;x=a@b", "sip:u:…@h;x=a@b"),
    ] {
        assert_eq!(masked(text), shown);
    }
}

#[test]
fn the_fast_test_is_right() {
    let pieces = [
        "http://",
        "//",
        "u",
        ":",
        "p",
        "@",
        "h",
        "/",
        "?",
        "#",
        "&",
        "password=",
        "pwd",
        "=",
        ";",
        "%40",
        "%2F",
        "%253A",
        "\\/",
        "\\u0040",
        "&#64;",
        "＠",
        "sip:",
        " ",
        "\"",
        "%70asswd=",
        "[at]",
        "(@)",
        " at ",
        "[://]",
    ];
    let mut seed = 1_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..9 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text += pieces[usize::try_from(seed >> 33).expect("an index") % pieces.len()];
        }
        assert_eq!(spans(text.as_bytes()), every_span(text.as_bytes()), "{text}");
        let shown = masked(&text);
        assert!(shown.is_char_boundary(shown.len()), "{text}");
    }
}

#[test]
fn an_at_sign_may_be_escaped() {
    for (text, has) in [
        ("a@b", true),
        ("a%40b", true),
        ("a%2540b", true),
        ("a＠b", true),
        ("a40b", false),
        ("a%41b", false),
        ("%400", true),
        ("%4", false),
        ("", false),
    ] {
        assert_eq!(has_at_sign(text.as_bytes()), has, "{text}");
    }
}

#[test]
fn a_text_with_a_secret_is_private() {
    for (text, is) in [
        ("http://u:p@h/", true),
        ("https://e.com/#access_token=x", true),
        ("https://e.com/?%74oken=x", true),
        ("https://e.com/?a[token]=x", true),
        ("https://e.com/?u=http%3A%2F%2Fh%2F%3Ftoken%3Dx", true),
        ("https://e.com/?X-Amz-Signature=x", true),
        ("https://e.com/?sig=x", true),
        ("https://e.com/a;jsessionid=x", true),
        ("https://e.com/?key=x", true),
        ("https://e.com/?monkey=x&design=y", false),
        ("https://e.com/?token=", false),
        ("https://e.com/?q=token", false),
    ] {
        assert_eq!(is_private(text.as_bytes()), is, "{text}");
    }
}

#[test]
fn a_password_may_be_anywhere_in_a_long_text() {
    let long = format!("http://u:{0}@h/{0}", "s3cret".repeat(1 << 16));
    assert!(masked(&long).starts_with("http://u:…@h/"));
}

#[test]
fn any_text_takes_linear_time() {
    // Quadratic time would take minutes here.
    for piece in [
        "http:",
        "//a:",
        "//",
        "[:",
        "//a:@",
        "http:1",
        "@",
        "//[",
        ":/\\",
        "%2F%2F",
        "%25",
        "%2F:@",
        "sip:",
        "sip:a",
        "http:1;http:1,h:1",
        "http%3Ahttp:",
        "%2F%2Fa:b//a:b",
        "&//a:b",
        ";password={",
        "?password=\"",
        "(password=",
        "password",
        "=",
        "jdbc:oracle:",
        "redis://a:b@c?",
        "redis://a:b@",
        "redis://a:b@c?d=",
        "http://a:b@c.com/",
        "http://a:b@c/?@.",
        ",x://a:b@c",
        "[[[",
        "( at ",
        " at ",
        "//a: at ",
        " at //a:",
        " [at] ",
        "//a:b@/ [at] ",
        "'a://b:c@/",
        "'a://b:c@/x://b:c@/",
        "sip:a:b@c//d:e@f",
        "\\",
        "\\u",
        "&#",
        "&amp;",
    ] {
        for end in ["@", ";@", "&@", " @", ""] {
            let text = ["@", &piece.repeat(1 << 14), end].concat();
            assert!(masked(&text).len() <= 3 * text.len(), "{piece}");
        }
    }
}
