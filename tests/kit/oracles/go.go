// What does net/url make of scalar values, or of the lines of standard input?
// With a number n, all below U+3000, and every n-th from there on: two lines each, QueryEscape and
// PathEscape. Lines: octets in hex; both unescaped, in hex,
// "!" for an error.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"strconv"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if len(os.Args) > 1 {
		step, _ := strconv.Atoi(os.Args[1])
		for c := rune(0); c < 0x110000; c++ {
			if c > 0x3000 && (int(c)-0x3000)%step != 0 {
				continue
			}
			if c < 0xD800 || c > 0xDFFF {
				fmt.Fprintln(out, url.QueryEscape(string(c)))
				fmt.Fprintln(out, url.PathEscape(string(c)))
			}
		}
		return
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		text, _ := hex.DecodeString(in.Text())
		for _, f := range []func(string) (string, error){url.QueryUnescape, url.PathUnescape} {
			if got, err := f(string(text)); err != nil {
				fmt.Fprintln(out, "!")
			} else {
				fmt.Fprintln(out, hex.EncodeToString([]byte(got)))
			}
		}
	}
}
