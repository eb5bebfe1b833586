import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Scanner;

/** One case a line: keys, signature and body, separated by tabs. */
final class Main {
    public static void main(String[] arguments) throws Exception {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String[] part = lines.nextLine().split("\t", 3);
            List<byte[]> keys = Arrays.stream(part[0].split(",")).map(Base64.getDecoder()::decode).toList();
            boolean isOurs = Verify.verify(Base64.getDecoder().decode(part[2]), part[1], keys);
            System.out.println(isOurs ? "accepted" : "refused");
        }
    }
}
