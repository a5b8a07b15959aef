# What do Ruby's encoders make of every scalar value? Three lines each.
require "cgi"
require "erb"
require "uri"
(0..0x10FFFF).each do |c|
  next if c.between?(0xD800, 0xDFFF)
  text = [c].pack("U")
  puts CGI.escape(text), ERB::Util.url_encode(text), URI.encode_www_form_component(text)
end
