package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		part := strings.Split(lines.Text(), "\t")
		var keys [][]byte
		for _, key := range strings.Split(part[0], ",") {
			keys = append(keys, decoded(key))
		}
		if Verify(decoded(part[2]), part[1], keys) {
			fmt.Println("accepted")
		} else {
			fmt.Println("refused")
		}
	}
}

func decoded(text string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return bytes
}
