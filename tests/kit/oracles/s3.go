// Signs each line of standard input as a presigned S3 URL, with Go's own packages. Argument: the key.
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"strings"
)

func sign(key []byte, text string) []byte {
	made := hmac.New(sha256.New, key)
	made.Write([]byte(text))
	return made.Sum(nil)
}

func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func presigned(text, key string) string {
	parsed, err := url.Parse(text)
	if err != nil {
		panic(err)
	}
	given := parsed.Query()
	given.Del("X-Amz-Signature")
	query := strings.ReplaceAll(given.Encode(), "+", "%20")
	segments := strings.Split(parsed.EscapedPath(), "/")
	for at, segment := range segments {
		decoded, err := url.PathUnescape(segment)
		if err != nil {
			panic(err)
		}
		segments[at] = escape(decoded)
	}
	request := "GET\n" + strings.Join(segments, "/") + "\n" + query + "\nhost:" + parsed.Host + "\n\nhost\nUNSIGNED-PAYLOAD"
	scope := strings.Split(given.Get("X-Amz-Credential"), "/")[1:]
	signing := []byte("AWS4" + key)
	for _, part := range scope {
		signing = sign(signing, part)
	}
	digest := sha256.Sum256([]byte(request))
	lines := []string{"AWS4-HMAC-SHA256", given.Get("X-Amz-Date"), strings.Join(scope, "/"), hex.EncodeToString(digest[:])}
	return hex.EncodeToString(sign(signing, strings.Join(lines, "\n")))
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(presigned(in.Text(), os.Args[1]))
	}
}
