package tinymodel

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Install makes the models of Models on the Ollama server at url. It can be
// done again.
func Install(ctx context.Context, url string) error {
	var file bytes.Buffer
	if err := Write(&file, Chains()); err != nil {
		return err
	}
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256(file.Bytes()))
	if err := post(ctx, url+"/api/blobs/"+digest, file.Bytes()); err != nil {
		return fmt.Errorf("the model file can't be sent: %w", err)
	}
	for _, m := range Models() {
		body, err := json.Marshal(map[string]any{
			"model": m.Name, "files": map[string]string{"tiny.gguf": digest}, "template": m.Template,
			"parameters": map[string]any{"temperature": 0, "num_ctx": 8192},
		})
		if err != nil {
			return err
		}
		if err := post(ctx, url+"/api/create", body); err != nil {
			return fmt.Errorf("%s can't be made: %w", m.Name, err)
		}
	}
	return nil
}

// post sends body and reads the answer to its end: errors may come in a line of
// a good answer.
func post(ctx context.Context, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		var l struct{ Error string }
		if json.Unmarshal(lines.Bytes(), &l) == nil && l.Error != "" {
			return fmt.Errorf("%s: %s", res.Status, l.Error)
		}
	}
	if res.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the server answered %s", res.Status)
	}
	_, err = io.Copy(io.Discard, res.Body)
	return firstError(lines.Err(), err)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
