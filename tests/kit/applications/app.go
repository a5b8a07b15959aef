// Answers with the path that Go handed to the handler. Arguments: the port, what is read.
package main

import (
	"io"
	"net/http"
	"os"
)

func main() {
	answer := func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		if os.Args[2] == "EscapedPath" {
			path = r.URL.EscapedPath()
		}
		if r.URL.RawQuery != "" {
			path += "?" + r.URL.RawQuery
		}
		io.WriteString(w, path)
	}
	var handler http.Handler = http.HandlerFunc(answer)
	if os.Args[2] == "ServeMux" {
		mux := http.NewServeMux()
		mux.HandleFunc("/", answer)
		handler = mux
	}
	if err := http.ListenAndServe("127.0.0.1:"+os.Args[1], handler); err != nil {
		panic(err)
	}
}
