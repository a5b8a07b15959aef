// Reads URLs with net/url, in hex and one on a line, and writes what it reads in the form of
// superuri.disagree.programs.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"
)

func field(text string, absent bool) string {
	if absent {
		return "-"
	}
	return "=" + hex.EncodeToString([]byte(text))
}

func read(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "error\t" + field(err.Error(), false)
	}
	path := u.EscapedPath()
	if u.Opaque != "" {
		path = u.Opaque
	}
	return strings.Join([]string{
		"ok",
		field(u.Scheme, u.Scheme == ""),
		field(u.User.String(), u.User == nil),
		field(u.Hostname(), u.Host == ""),
		field(u.Port(), u.Port() == ""),
		field(path, false),
	}, "\t")
}

func main() {
	fmt.Println(strings.TrimPrefix(runtime.Version(), "go"))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		octets, _ := hex.DecodeString(lines.Text())
		fmt.Println(read(string(octets)))
	}
}
