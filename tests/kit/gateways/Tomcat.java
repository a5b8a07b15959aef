import jakarta.servlet.http.*;
import java.io.File;
import java.nio.charset.StandardCharsets;

/** Answers with the path that Tomcat's applications read. Arguments: the port, a folder, and
 * `path` for the query too, or `uri` for the target as it was received.
 */
class Tomcat {
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
        var server = new org.apache.catalina.startup.Tomcat();
        server.setBaseDir(words[1]);
        server.setPort(Integer.parseInt(words[0]));
        server.getConnector().setProperty("address", "127.0.0.1");
        var context = server.addContext("", new File(words[1]).getAbsolutePath());
        org.apache.catalina.startup.Tomcat.addServlet(context, "path", new Path());
        context.addServletMappingDecoded("/*", "path");
        server.start();
        server.getServer().await();
    }
}
