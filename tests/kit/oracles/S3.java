import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs each line of standard input as a presigned S3 URL, with the JDK's own classes. Argument: the key. */
class S3 {
    static byte[] sign(byte[] key, String text) throws Exception {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    static String decode(String escaped) {
        return URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    static String again(String escaped) {
        var encoded = URLEncoder.encode(decode(escaped), StandardCharsets.UTF_8);
        return encoded.replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    static String presigned(String text, String key) throws Exception {
        var uri = new URI(text);
        var pairs = new TreeMap<String, String>();
        for (String pair : uri.getRawQuery().split("&")) {
            var parts = (pair + "=").split("=", -1);
            if (!parts[0].equals("X-Amz-Signature")) pairs.put(again(parts[0]), again(parts[1]));
        }
        var query = new StringJoiner("&");
        pairs.forEach((name, value) -> query.add(name + "=" + value));
        var path = new StringJoiner("/");
        for (String segment : uri.getRawPath().split("/", -1)) path.add(again(segment));
        String request = "GET\n" + path + "\n" + query + "\nhost:" + uri.getHost() + "\n\nhost\nUNSIGNED-PAYLOAD";
        var credential = decode(pairs.get("X-Amz-Credential")).split("/");
        var scope = Arrays.asList(credential).subList(1, credential.length);
        byte[] signing = ("AWS4" + key).getBytes(StandardCharsets.UTF_8);
        for (String part : scope) signing = sign(signing, part);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(request.getBytes(StandardCharsets.UTF_8));
        var hex = HexFormat.of();
        String date = decode(pairs.get("X-Amz-Date"));
        return hex.formatHex(sign(signing, "AWS4-HMAC-SHA256\n" + date + "\n" + String.join("/", scope) + "\n" + hex.formatHex(digest)));
    }

    public static void main(String[] words) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null;) System.out.println(presigned(line, words[0]));
    }
}
