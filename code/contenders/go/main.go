// A server on net/http that parses a JSON body and sends it back.
//
//	server any       into maps, slices and float64s
//	server struct    into the types of order.go
//	server bench     no body: what a path and a query say, as JSON
//	server mirror    no JSON: it answers with what it has seen (mirror.go)
//	server spawn     a program for each request, COMMAND (spawn.go)
//
// With WORKERS=n, n threads at once run Go code (GOMAXPROCS).
package main

import (
	"log"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
)

func main() {
	if workers, err := strconv.Atoi(os.Getenv("WORKERS")); err == nil {
		runtime.GOMAXPROCS(workers)
	}
	handler := echo[any]
	if len(os.Args) > 1 && os.Args[1] == "struct" {
		handler = echo[Order]
	}
	address := net.JoinHostPort(os.Getenv("HOST"), os.Getenv("PORT"))
	if len(os.Args) > 1 && os.Args[1] == "mirror" {
		log.Fatal(http.ListenAndServe(address, http.HandlerFunc(mirror)))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /echo", handler)
	mux.HandleFunc("GET /bench/{name}", bench)
	if len(os.Args) > 1 && os.Args[1] == "spawn" {
		command := strings.Fields(os.Getenv("COMMAND"))
		mux.HandleFunc("GET /spawn", spawn(command))
	}
	log.Fatal(http.ListenAndServe(address, mux))
}

// bench answers with a name from the path and an id from the query.
func bench(w http.ResponseWriter, r *http.Request) {
	body, err := encode(struct {
		Name string `json:"name"`
		ID   string `json:"id"`
	}{r.PathValue("name"), r.URL.Query().Get("id")})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("X-Powered-By", "benchmark")
	header.Set("Content-Type", "application/json")
	header.Set("Connection", "keep-alive")
	header.Set("Keep-Alive", "timeout=5")
	w.Write(body)
}

// echo answers a T with the same T.
func echo[T any](w http.ResponseWriter, r *http.Request) {
	var value T
	if err := decode(r.Body, &value); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	body, err := encode(value)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Connection", "keep-alive")
	header.Set("Keep-Alive", "timeout=5")
	// Without it, an answer of this size would be sent in chunks.
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
}
