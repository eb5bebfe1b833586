// Run: CARDWAY_PASSWORD=… go run checksum.go METHOD ARGUMENT…
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"os"
	"sort"
	"strings"
	"unicode/utf8"
)

// checksum takes the arguments in the order of the method, as texts, without the checksum.
func checksum(method string, arguments []string, password string) string {
	mac := hmac.New(sha256.New, []byte(password))
	mac.Write([]byte(method + strings.Join(arguments, "")))
	return fmt.Sprintf("%X", mac.Sum(nil))
}

// klvText returns transaction_data as the checksum covers it. The keys of the map are KLV keys, such as 002.
func klvText(data map[string]string) string {
	keys := make([]string, 0, len(data))
	for key := range data {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	var text strings.Builder
	for _, key := range keys {
		fmt.Fprintf(&text, "%s%02d%s", key, utf8.RuneCountInString(data[key]), data[key])
	}
	return text.String()
}

func main() {
	fmt.Println(checksum(os.Args[1], os.Args[2:], os.Getenv("CARDWAY_PASSWORD")))
}
