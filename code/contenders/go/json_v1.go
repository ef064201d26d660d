//go:build !goexperiment.jsonv2

package main

import (
	"encoding/json"
	"io"
)

// A json.Decoder takes a tenth longer, and ignores what follows the value.
func decode(body io.Reader, value any) error {
	bytes, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(bytes, value)
}

func encode(value any) ([]byte, error) {
	return json.Marshal(value)
}
