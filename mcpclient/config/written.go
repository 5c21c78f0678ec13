package config

import (
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"
)

// field is a key and its value, fields an object that keeps its order.
type field struct {
	key   string
	value any
}

type fields []field

// MarshalJSON writes the fields in their order.
func (f fields) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, one := range f {
		value, err := json.Marshal(one.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, hujson.String(one.key)...), ':'), value...)
	}
	return append(b, '}'), nil
}

// written is a server as its file has it, in the form that all programs read.
func written(s Server) (f fields) {
	add := func(key string, value any, there bool) {
		if there {
			f = append(f, field{key, value})
		}
	}
	remote := s.Transport != Stdio
	add("type", s.Transport.String(), remote && !s.Auto)
	add("command", s.Command, !remote)
	add("args", s.Args, !remote && len(s.Args) > 0)
	add("env", s.Env, !remote && len(s.Env) > 0)
	add("cwd", s.Cwd, !remote && s.Cwd != "")
	add("url", s.URL, remote)
	add("headers", s.Headers, remote && len(s.Headers) > 0)
	add("disabled", true, s.Disabled)
	add("timeout", s.Timeout.Milliseconds(), s.Timeout > 0)
	if o := s.OAuth; o != nil && remote {
		var sign fields
		for _, one := range []field{{"clientId", o.ClientID}, {"clientSecret", o.ClientSecret}, {"redirectUri", o.RedirectURI}, {"authServerMetadataUrl", o.MetadataURL}} {
			if one.value != "" {
				sign = append(sign, one)
			}
		}
		if o.CallbackPort > 0 {
			sign = append(sign, field{"callbackPort", o.CallbackPort})
		}
		if len(o.Scopes) > 0 {
			sign = append(sign, field{"scopes", strings.Join(o.Scopes, " ")})
		}
		add("oauth", sign, true)
	}
	return f
}
