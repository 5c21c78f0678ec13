package cli

import "testing"

func TestEndingOfAnAttachment(t *testing.T) {
	for mime, want := range map[string]string{
		"image/png": ".png", "image/jpeg": ".jpg", "audio/wav": ".wav", "application/pdf": ".pdf", "image/png; x=y": ".png",
		"": ".bin", "text/html": ".bin", "image/svg+xml": ".bin", "../../evil": ".bin", "application/x-msdownload": ".bin", "a/b/c": ".bin", "application/javascript": ".bin",
	} {
		if got := extension(mime); got != want {
			t.Errorf("%q: %s, want %s", mime, got, want)
		}
	}
}
