package mcpclient

import (
	"fmt"
	"slices"

	"vise/mcpclient/config"
	"vise/policy"
)

// status is the server as the person sees it, with the list that is offered.
func (s *server) status(l *listing) policy.ServerState {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := policy.ServerState{Name: s.name, State: s.phase, LastError: s.lastErr, Need: s.need, Restarts: s.restarts,
		Source: where(s.conf.Source), Notes: slices.Concat(s.conf.Notes, s.said), Transport: s.conf.Transport.String(), Reached: s.reached()}
	if s.dialer != nil {
		st.Transport = s.dialer.kind()
	}
	if h := s.held; h != nil {
		st.State, st.LastError, st.Need, st.Try = h.phase, h.why, h.need, h.try
		return st
	}
	if s.last != nil {
		st.Log, st.Tail = s.last.log, s.last.lines()
		if s.last.notes != nil {
			for _, n := range s.last.notes() {
				if !slices.Contains(st.Notes, n) { // the file's reader may have said it
					st.Notes = append(st.Notes, n)
				}
			}
		}
	}
	if s.session != nil {
		s.describe(&st, l)
	}
	if st.State == policy.ServerFailed && s.expected {
		st.Next = s.next
	}
	if st.State != policy.ServerReady && st.State != policy.ServerStarting {
		st.Try = s.tryWords(st)
	}
	return st
}

// describe says what a server is that runs. Until its tools are known it still
// starts.
func (s *server) describe(st *policy.ServerState, l *listing) {
	st.Since = s.since
	if r := s.session.InitializeResult(); r != nil {
		st.Protocol = cut(r.ProtocolVersion, 40)
		if i := r.ServerInfo; i != nil {
			st.Title = i.Title
			if st.Title == "" {
				st.Title = i.Name
			}
			if i.Version != "" {
				st.Title += " " + i.Version
			}
			st.Title = cut(st.Title, 120)
		}
	}
	switch {
	case s.tools == nil && !s.eager && !isClosed(s.settled):
		st.State = policy.ServerStarting
	case s.need == policy.NeedSignIn: // it takes sessions, and no more, from everybody
		st.State, st.LastError = policy.ServerStopped, s.lastErr
	case l != nil && l.note != "":
		st.State = policy.ServerDegraded
		if st.LastError == "" {
			st.LastError = l.note
		}
	case l != nil && len(l.held) > 0:
		st.State = policy.ServerDegraded
		if st.LastError == "" {
			st.LastError = "some of its tools can't be used: " + l.held[0].Tool.Name + ": " + l.held[0].Reason
		}
	}
}

func (s *server) reached() string {
	switch {
	case s.dialer != nil && s.dialer.reached != "":
		return s.dialer.reached
	case s.conf.Transport != config.Stdio:
		return s.conf.URL
	case s.conf.Command != "":
		return s.conf.CommandLine()
	}
	return ""
}

// tryWords is what the person can do about a server that doesn't run well.
func (s *server) tryWords(st policy.ServerState) string {
	switch {
	case st.Need == policy.NeedSignIn:
		return "sign in: vise servers login " + s.name
	case st.State == policy.ServerDegraded:
		return "if it has been corrected, restart it; otherwise ask those who make it"
	case s.conf.Source.File == "":
		return "restart vise"
	case !st.Next.IsZero():
		return "see that it runs, or correct " + st.Source + "; it is tried again by itself"
	case s.conf.Transport != config.Stdio:
		return "see that it runs, or correct " + st.Source + "; then restart it"
	case st.Log != "":
		return "read its log, correct " + st.Source + ", then restart it"
	}
	return "correct " + st.Source + ", then restart it"
}

// where is a place in a file, as people click on it.
func where(s config.Source) string {
	if s.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
