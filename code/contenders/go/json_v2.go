//go:build goexperiment.jsonv2

package main

import (
	"encoding/json/v2"
	"io"
)

func decode(body io.Reader, value any) error {
	return json.UnmarshalRead(body, value)
}

// The keys of a map are sorted, as they always were in version 1: the answers
// of all contenders are compared byte for byte.
func encode(value any) ([]byte, error) {
	return json.Marshal(value, json.Deterministic(true))
}
