import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.*;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.*;

/** Answers with the path that Jetty's applications read. Arguments: the port, a folder, and
 * `path` for the query too, or `uri` for the target as it was received.
 */
class Jetty {
    static String view = "";

    public static class Path extends HttpServlet {
        @Override
        protected void service(HttpServletRequest asked, HttpServletResponse answer) throws java.io.IOException {
            String inside = asked.getPathInfo();
            String path = asked.getServletPath() + (inside == null ? "" : inside);
            if (view.equals("uri")) path = asked.getRequestURI();
            if (!view.isEmpty() && asked.getQueryString() != null) path += "?" + asked.getQueryString();
            answer.getOutputStream().write(path.getBytes(StandardCharsets.UTF_8));
        }
    }

    public static void main(String[] words) throws Exception {
        view = words.length > 2 ? words[2] : "";
        var server = new Server(new InetSocketAddress("127.0.0.1", Integer.parseInt(words[0])));
        var context = new ServletContextHandler();
        context.setContextPath("/");
        context.addServlet(new ServletHolder(new Path()), "/*");
        server.setHandler(context);
        server.start();
        server.join();
    }
}
