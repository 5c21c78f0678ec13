package ollama

import (
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/ollama/ollama/api"

	"vise/session"
)

// server is one Ollama server and the way to it.
type server struct {
	url    *url.URL
	from   string // where the address came from: OLLAMA_HOST, the default
	http   *http.Client
	client *api.Client
}

func newServer(host, from string, transport http.RoundTripper) (*server, error) {
	u, _, err := resolve(host)
	if err != nil {
		return nil, &session.ModelError{Kind: session.ModelUnavailable, What: err.Error(),
			Remedy: "write it as host:port, such as 127.0.0.1:11434"}
	}
	switch {
	case host == "":
		from = "the default address"
	case from == "":
		from = "OLLAMA_HOST"
	}
	if transport == nil {
		transport = newTransport()
	}
	hc := &http.Client{Transport: &tap{next: transport}, CheckRedirect: sameHost}
	return &server{url: u, from: from, http: hc, client: api.NewClient(u, hc)}, nil
}

// newTransport bounds connecting, and nothing else: a model may take minutes
// to load before the first byte.
func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConns:        4,
		IdleConnTimeout:     20 * time.Second,
		DisableCompression:  true,
	}
}

// sameHost keeps a prompt from following a redirect to another machine.
func sameHost(req *http.Request, via []*http.Request) error {
	if len(via) >= 5 || req.URL.Host != via[0].URL.Host {
		return http.ErrUseLastResponse
	}
	return nil
}
