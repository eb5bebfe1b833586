// Run: CARDWAY_PASSWORD=… java Checksum.java METHOD ARGUMENT…
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Checksum {
  /** Arguments stand in the order of the method, as texts, without the checksum. */
  static String checksum(String method, Iterable<String> arguments, String password) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(password.getBytes(UTF_8), "HmacSHA256"));
    byte[] text = (method + String.join("", arguments)).getBytes(UTF_8);
    return HexFormat.of().withUpperCase().formatHex(mac.doFinal(text));
  }

  /** Returns transaction_data as the checksum covers it. The keys of the map are KLV keys, such as 002. */
  static String klvText(Map<String, String> data) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(data).forEach((key, value) ->
        text.append(key).append(String.format("%02d", value.codePointCount(0, value.length()))).append(value));
    return text.toString();
  }

  public static void main(String[] args) throws Exception {
    var rest = Arrays.asList(args).subList(1, args.length);
    System.out.println(checksum(args[0], rest, System.getenv("CARDWAY_PASSWORD")));
  }
}
