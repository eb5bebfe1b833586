package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	var cases []struct {
		Secret, Body string
		Headers      map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	for _, c := range cases {
		if Verify(c.Secret, []byte(c.Body), func(name string) string { return c.Headers[name] }) == nil {
			fmt.Println("accepted")
		} else {
			fmt.Println("refused")
		}
	}
}
