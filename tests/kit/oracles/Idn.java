import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.IDN;
import java.nio.charset.StandardCharsets;

/** Hosts in ASCII, as java.net.IDN writes them: a host a line, an empty line for one it refuses. */
class Idn {
    public static void main(String[] arguments) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new StringBuilder();
        for (String host; (host = in.readLine()) != null; ) {
            try {
                out.append(IDN.toASCII(host).toLowerCase());
            } catch (IllegalArgumentException refused) {
                // The line stays empty.
            }
            out.append('\n');
        }
        System.out.print(out);
    }
}
