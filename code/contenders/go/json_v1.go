//go:build !goexperiment.jsonv2

package main

import (
	"encoding/json"
	"io"
)

func decode(body io.Reader, value any) error {
	return json.NewDecoder(body).Decode(value)
}

func encode(value any) ([]byte, error) {
	return json.Marshal(value)
}
