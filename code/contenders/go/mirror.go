package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

// What packages/http1-conformance/examples/mirror.js does: it answers with what it has seen.
func mirror(w http.ResponseWriter, r *http.Request) {
	if r.RequestURI == "/early" {
		io.WriteString(w, "{}")
		return
	}
	// Here the handler is asked, and there is no tunnel.
	if r.Method == http.MethodConnect {
		http.Error(w, "Not Implemented", http.StatusNotImplemented)
		return
	}
	bytes, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "Bad Request", http.StatusBadRequest)
		return
	}
	fields := map[string]string{"host": r.Host}
	for name, values := range r.Header {
		fields[strings.ToLower(name)] = latin1([]byte(strings.Join(values, ", ")))
	}
	seen, _ := json.Marshal(map[string]any{
		"method": r.Method, "target": r.RequestURI,
		"fields": fields, "body": latin1(bytes),
	})
	switch r.RequestURI {
	case "/204":
		w.WriteHeader(http.StatusNoContent)
	case "/304":
		w.WriteHeader(http.StatusNotModified)
	case "/chunks":
		io.WriteString(w, "one ")
		w.(http.Flusher).Flush()
		io.WriteString(w, "two")
	case "/later":
		time.Sleep(30 * time.Millisecond)
		fallthrough
	default:
		w.Header().Set("Content-Type", "application/json")
		w.Write(seen)
	}
}

// A rune for each byte, so that nothing is lost.
func latin1(bytes []byte) string {
	runes := make([]rune, len(bytes))
	for i, b := range bytes {
		runes[i] = rune(b)
	}
	return string(runes)
}
