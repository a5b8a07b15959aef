# Answers with the path that a PSGI server handed to the application.
sub {
    my $env = shift;
    my $query = $env->{QUERY_STRING} // "";
    [200, ["Content-Type" => "text/plain"], [$env->{PATH_INFO}, length $query ? "?$query" : ""]];
};
