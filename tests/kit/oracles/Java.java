// What do URLEncoder and URLDecoder make of code points, or of the lines of standard input?
// With a number n: all below U+3000, and every n-th from there on.
// A line a row: fields of UTF-16 in hex; "!" stands for an exception.
import java.io.*;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

class Java {
    static String unhex(String hex) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < hex.length(); i += 4)
            text.append((char) Integer.parseInt(hex.substring(i, i + 4), 16));
        return text.toString();
    }

    static String hex(String text) {
        StringBuilder hex = new StringBuilder();
        for (char c : text.toCharArray()) hex.append(String.format("%04x", (int) c));
        return hex.toString();
    }

    static String decoded(String text) throws Exception {
        try {
            return hex(URLDecoder.decode(text, "UTF-8"));
        } catch (IllegalArgumentException e) {
            return "!";
        }
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, "US-ASCII");
        if (arguments.length > 0) {
            int step = Integer.parseInt(arguments[0]);
            for (int c = 0; c < 0x110000; c += c < 0x3000 ? 1 : step) {
                String encoded = URLEncoder.encode(new String(Character.toChars(c)), "UTF-8");
                out.println(encoded + " " + decoded(encoded));
            }
        } else {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "US-ASCII"));
            for (String line; (line = in.readLine()) != null;) {
                String text = unhex(line);
                out.println(URLEncoder.encode(text, "UTF-8") + " " + decoded(text));
            }
        }
        out.flush();
    }
}
