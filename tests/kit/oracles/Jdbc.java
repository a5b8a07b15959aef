// What a JDBC driver reads in URLs: the arguments are the driver and the URLs. Writes for each a
// line with user, password and database in hex, or "refused".
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Properties;

public class Jdbc {
    static String hex(String text) {
        byte[] octets = (text == null ? "null" : text).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(octets);
    }

    static String[] read(String driver, String url) throws Exception {
        if (driver.equals("postgresql")) {
            Class<?> it = Class.forName("org.postgresql.Driver");
            Properties got = (Properties)
                it.getMethod("parseURL", String.class, Properties.class).invoke(null, url, new Properties());
            return new String[] {
                got.getProperty("user"), got.getProperty("password"), got.getProperty("PGDBNAME")
            };
        }
        Class<?> it = Class.forName("org.mariadb.jdbc.UrlParser");
        Object got = it.getMethod("parse", String.class).invoke(null, url);
        String[] parts = new String[3];
        for (int n = 0; n < 3; n++) {
            String getter = new String[] {"getUsername", "getPassword", "getDatabase"}[n];
            parts[n] = (String) it.getMethod(getter).invoke(got);
        }
        return parts;
    }

    public static void main(String[] words) {
        for (int n = 1; n < words.length; n++) {
            try {
                String[] parts = read(words[0], words[n]);
                System.out.println(hex(parts[0]) + "\t" + hex(parts[1]) + "\t" + hex(parts[2]));
            } catch (Exception e) {
                System.out.println("refused");
            }
        }
    }
}
