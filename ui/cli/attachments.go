package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"path/filepath"

	"vise/session"
	"vise/session/app"
)

// saveAttachments writes what the run's results brought that isn't text to new
// files in dir, and returns their paths. Nothing is overwritten.
func saveAttachments(ctx context.Context, w *app.Workbench, run, dir string) ([]string, error) {
	sum, err := w.Summary(ctx, run)
	if err != nil {
		return nil, err
	}
	events, err := w.Events(ctx, sum.Run)
	if err != nil {
		return nil, err
	}
	var paths []string
	lost := 0
	for _, e := range events {
		r, ok := e.Payload.(session.ToolResult)
		if !ok {
			continue
		}
		for i, a := range r.Attachments {
			if a.Blob == "" {
				lost++
				continue
			}
			path, err := saveAttachment(ctx, w, filepath.Join(dir, fmt.Sprintf("%s-%s-%d", sum.Run, r.Call, i+1)), a)
			if err != nil {
				return paths, err
			}
			paths = append(paths, path)
		}
	}
	switch {
	case len(paths) > 0:
		return paths, nil
	case lost > 0:
		return nil, fmt.Errorf("nothing was saved: the %d files of this run were too big to be kept", lost)
	}
	return nil, errors.New("nothing was saved: no result of this run has an image, a recording or a file")
}

func saveAttachment(ctx context.Context, w *app.Workbench, name string, a session.Attachment) (string, error) {
	data, err := w.Store().Blob(ctx, a.Blob)
	if err != nil {
		return "", err
	}
	return newFile("", name, extension(a.MIME.Raw()), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// endings are those that a saved file may have: of data that programs show.
var endings = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/bmp": ".bmp", "image/tiff": ".tiff",
	"audio/wav": ".wav", "audio/x-wav": ".wav", "audio/mpeg": ".mp3", "audio/ogg": ".ogg", "audio/flac": ".flac", "audio/mp4": ".m4a",
	"video/mp4": ".mp4", "video/webm": ".webm", "application/pdf": ".pdf", "application/zip": ".zip", "application/gzip": ".gz", "application/json": ".json",
}

// extension is the ending of a file of that MIME type, which is the server's
// own word: nothing that could be run comes of it.
func extension(mimeType string) string {
	kind, _, err := mime.ParseMediaType(mimeType)
	if ext := endings[kind]; err == nil && ext != "" {
		return ext
	}
	return ".bin"
}
