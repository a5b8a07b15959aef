import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Answers with the path that the JDK's own server hands to the application. Argument: the port. */
class Here {
    public static void main(String[] words) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(words[0])), 0);
        server.createContext("/", asked -> {
            var uri = asked.getRequestURI();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            byte[] body = (uri.getPath() + query).getBytes(StandardCharsets.UTF_8);
            asked.sendResponseHeaders(200, body.length);
            try (var out = asked.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
    }
}
