# Answers with the path that WEBrick handed to the application. Argument: the port.
require "webrick"
quiet = WEBrick::Log.new(File::NULL)
server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: ARGV[0].to_i, Logger: quiet, AccessLog: [])
server.mount_proc("/") do |asked, answer|
  query = asked.query_string.to_s
  answer.body = asked.path + (query.empty? ? "" : "?#{query}")
end
server.start
