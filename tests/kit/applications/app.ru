# Answers with the path that a Rack server handed to the application, or with another key of `env`.
view = ENV["VIEW"]
run lambda { |env|
  query = env["QUERY_STRING"].to_s
  query = "" if view == "REQUEST_URI"
  [200, { "Content-Type" => "text/plain" }, [env[view], query.empty? ? "" : "?#{query}"]]
}
