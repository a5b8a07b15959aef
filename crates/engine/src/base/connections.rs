//! DATA: connection strings: schemes of databases, brokers and clusters, and what reads their lists
//! of hosts, which no URI has.

/// One scheme.
#[derive(Clone, Copy, Debug)]
pub struct Connection {
    /// The name, in lower case, without the driver after a `+`.
    pub scheme: &'static str,
    /// The list of hosts as it is documented; empty if there is none.
    pub form: &'static str,
    /// What reads that form; empty if there is none.
    pub parser: &'static str,
    /// Where the form, or else the scheme, is specified.
    pub source: &'static str,
}

const fn row(
    scheme: &'static str,
    form: &'static str,
    parser: &'static str,
    source: &'static str,
) -> Connection {
    Connection { scheme, form, parser, source }
}

const LIBPQ: &str = "libpq (psycopg.conninfo.conninfo_to_dict)";
const MULTIPLE: &str = "PostgreSQL documentation, libpq, Specifying Multiple Hosts";
const SQLALCHEMY: &str = "SQLAlchemy documentation, Database URLs";
const FAILOVER: &str = "Kombu documentation, Connections and transports";

/// Every scheme of a connection string that is known here, as of 2026-11-28.
#[rustfmt::skip] // a table reads best one row a line
pub static CONNECTIONS: [Connection; 32] = [
    row("amqp", "amqp://h1:1;amqp://h2:2", "kombu.Connection", FAILOVER),
    row("amqps", "amqps://h1:1;amqps://h2:2", "kombu.Connection", FAILOVER),
    row("clickhouse", "clickhouse://h1:1,h2:2/db", "clickhouse-client", "ClickHouse documentation, Connection string"),
    row("cockroachdb", "cockroachdb://h1:1,h2:2/db", "libpq, with the scheme postgresql,", MULTIPLE),
    row("couchbase", "couchbase://h1:1,h2:2", "couchbase.cluster.Cluster", "Couchbase documentation, Connection strings"),
    row("couchbases", "couchbases://h1:1,h2:2", "couchbase.cluster.Cluster", "Couchbase documentation, Connection strings"),
    row("db2", "", "", SQLALCHEMY),
    row("hdfs", "", "", "Apache Hadoop documentation, HDFS High Availability: dfs.nameservices"),
    row("kafka", "kafka://h1:1,h2:2", "Kafka's bootstrap.servers, without the scheme,", "Apache Kafka documentation, bootstrap.servers"),
    row("mariadb", "", "", SQLALCHEMY),
    row("mongodb", "mongodb://h1:1,h2:2/db", "pymongo.uri_parser.parse_uri", "MongoDB specifications, Connection String Spec"),
    row("mongodb+srv", "", "", "MongoDB specifications, Initial DNS Seedlist Discovery"),
    row("mssql", "", "", SQLALCHEMY),
    row("mysql", "jdbc:mysql://h1:1,h2:2/db", "MySQL Connector/J, after jdbc:,", "MySQL Connector/J Developer Guide, Connection URL Syntax"),
    row("mysqlx", "mysqlx://[h1:1,h2:2]/db", "mysqlx.get_session", "MySQL X DevAPI User Guide, Connection URI"),
    row("nats", "nats://h1:1,nats://h2:2", "nats.connect, as a list,", "NATS documentation, Connecting to a Cluster"),
    row("oracle", "", "", SQLALCHEMY),
    row("postgres", "postgres://h1:1,h2:2/db", LIBPQ, MULTIPLE),
    row("postgresql", "postgresql://h1:1,h2:2/db", LIBPQ, MULTIPLE),
    row("pulsar", "pulsar://h1:1,h2:2", "pulsar.Client", "Apache Pulsar documentation, Client setup"),
    row("redis", "", "", "redis-py documentation, from_url"),
    row("redis-sentinel", "redis-sentinel://h1:1,h2:2/0#name", "Lettuce (RedisURI.create)", "Lettuce reference guide, RedisURI"),
    row("rediss", "", "", "redis-py documentation, from_url"),
    row("redshift", "", "", SQLALCHEMY),
    row("s3", "", "", "s3cmd and Airflow: keys as user and password"),
    row("sentinel", "sentinel://h1:1;sentinel://h2:2", "kombu.Connection", FAILOVER),
    row("spark", "spark://h1:1,h2:2", "Spark's master setting", "Apache Spark documentation, Standby Masters with ZooKeeper"),
    row("sqlite", "", "", SQLALCHEMY),
    row("sqlserver", "", "", "Microsoft JDBC Driver documentation, Building the connection URL"),
    row("thrift", "thrift://h1:1,thrift://h2:2", "Hive's hive.metastore.uris", "Apache Hive documentation, Metastore administration"),
    row("zk", "zk://h1:1,h2:2/p", "kazoo.client.KazooClient, without the scheme,", "Apache Mesos documentation, High Availability"),
    row("zookeeper", "zookeeper://h1:1,h2:2/p", "kazoo.client.KazooClient, without the scheme,", "Kazoo documentation, Basic Usage"),
];

/// The row of this scheme, whose driver after a `+` and case are ignored.
#[must_use]
pub fn connection(scheme: &[u8]) -> Option<&'static Connection> {
    let of = |name: &[u8]| {
        CONNECTIONS.iter().find(|row| row.scheme.as_bytes().eq_ignore_ascii_case(name))
    };
    of(scheme).or_else(|| of(&scheme[..scheme.iter().position(|&b| b == b'+')?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_after_a_plus_is_ignored() {
        for (scheme, row) in [
            ("postgresql", Some("postgresql")),
            ("PostgreSQL+psycopg2", Some("postgresql")),
            ("mongodb+srv", Some("mongodb+srv")),
            ("https", None),
            ("", None),
        ] {
            assert_eq!(connection(scheme.as_bytes()).map(|it| it.scheme), row, "{scheme}");
        }
    }

    #[test]
    fn rows_are_in_order_and_a_form_has_its_parser() {
        assert!(CONNECTIONS.is_sorted_by_key(|row| row.scheme));
        for row in &CONNECTIONS {
            assert_eq!(row.form.is_empty(), row.parser.is_empty(), "{}", row.scheme);
            assert!(!row.source.is_empty(), "{}", row.scheme);
        }
    }
}
