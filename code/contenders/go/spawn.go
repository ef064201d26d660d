package main

import (
	"io"
	"log"
	"net/http"
	"os/exec"
	"strings"
)

// spawn runs a program for each request, and answers with what it writes.
func spawn(command []string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		cmd := exec.CommandContext(r.Context(), command[0], command[1:]...)
		stdout, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		io.Copy(w, stdout)
		if err := cmd.Wait(); err != nil {
			log.Printf("%s: %v", strings.Join(command, " "), err)
		}
	}
}
