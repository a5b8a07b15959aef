# What do Ruby's encoders make of scalar values? Of all below U+3000, and every n-th from there on:
# three lines each.
require "cgi"
require "erb"
require "uri"
step = ARGV[0].to_i
(0..0x10FFFF).each do |c|
  next if c > 0x3000 && (c - 0x3000) % step != 0
  next if c.between?(0xD800, 0xDFFF)
  text = [c].pack("U")
  puts CGI.escape(text), ERB::Util.url_encode(text), URI.encode_www_form_component(text)
end
