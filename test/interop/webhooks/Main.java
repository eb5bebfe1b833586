import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Scanner;

/** One case a line: secret, id, timestamp, signatures and body, separated by tabs. */
final class Main {
    public static void main(String[] arguments) throws Exception {
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
        while (lines.hasNextLine()) {
            String[] part = lines.nextLine().split("\t", 5);
            Map<String, String> headers =
                Map.of("webhook-id", part[1], "webhook-timestamp", part[2], "webhook-signature", part[3]);
            boolean isOurs = Verify.verify(part[0], part[4].getBytes(StandardCharsets.UTF_8), headers);
            System.out.println(isOurs ? "accepted" : "refused");
        }
    }
}
