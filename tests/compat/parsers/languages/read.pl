# Reads URLs with URI, in hex and one on a line, and writes what it reads in the form of
# superuri.disagree.programs.
use strict;
use warnings;
use URI;

sub field { my ($text) = @_; return defined $text ? "=" . unpack("H*", $text) : "-" }

$| = 1;
print "$URI::VERSION\n";
while (my $line = <STDIN>) {
    chomp $line;
    my $u = URI->new(pack("H*", $line));
    my @parts = eval {
        my $port = $u->can("port") ? $u->_port : undef;
        (
            $u->scheme,
            $u->can("userinfo") ? $u->userinfo : undef,
            $u->can("host") ? $u->host : undef,
            $port,
            $u->can("path") ? $u->path : $u->opaque,
        );
    };
    print $@ ? "error\t" . field("$@") : join("\t", "ok", map { field($_) } @parts), "\n";
}
