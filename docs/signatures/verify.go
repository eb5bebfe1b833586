package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Verify tells whether the gateway sent this. body: its bytes as they came. signature: the header X_msg_signature, read with
// request.Header["X_msg_signature"], because Go writes the name in another way. keys: all that are in use.
func Verify(body []byte, signature string, keys [][]byte) bool {
	ours := false
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write(body)
		// Every key is tried, so that the time tells nothing of which one it was.
		if hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(signature)) {
			ours = true
		}
	}
	return ours
}
