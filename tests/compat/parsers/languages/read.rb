# Reads URLs with URI, in hex and one on a line, and writes what it reads in the form of
# superuri.disagree.programs.
require "uri"

def field(text)
  text.nil? ? "-" : "=" + text.to_s.unpack1("H*")
end

$stdout.sync = true
puts RUBY_VERSION
$stdin.each_line(chomp: true) do |line|
  u = URI.parse([line].pack("H*").force_encoding("UTF-8"))
  port = u.port unless u.port == u.default_port
  puts ["ok", u.scheme, u.userinfo, u.host, port, u.opaque || u.path || ""].then { |kind, *parts|
    [kind, *parts.map { |part| field(part) }].join("\t")
  }
rescue StandardError => e
  puts "error\t" + field(e.message)
end
