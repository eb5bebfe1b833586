import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Verify {
    /** Whether a request is ours. body: its bytes as they came. headers: with lower-case names. */
    static boolean verify(String secret, byte[] body, Map<String, String> headers) throws GeneralSecurityException {
        String id = headers.getOrDefault("webhook-id", ""), timestamp = headers.getOrDefault("webhook-timestamp", "");
        if (!timestamp.matches("[0-9]{1,15}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > 300) return false;
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        // More than one while a secret is being changed.
        for (String given : headers.getOrDefault("webhook-signature", "").split(" ")) {
            if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) return true;
        }
        return false;
    }
}
