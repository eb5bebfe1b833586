package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Verify tells whether a request is ours. body: its bytes as they came. header: http.Header.Get.
func Verify(secret string, body []byte, header func(string) string) error {
	id, timestamp := header("webhook-id"), header("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return errors.New("the timestamp is too old or too new")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// More than one while a secret is being changed.
	for _, given := range strings.Split(header("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return nil
		}
	}
	return errors.New("no signature matches")
}
