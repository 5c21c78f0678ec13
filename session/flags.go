package session

import (
	"strings"

	"vise/policy"
)

// flagsAfter works out what a run has collected after a result. A read of
// local files is private; what a file or a server says is untrusted; a tool
// that reaches outside or writes to an external server can send.
func flagsAfter(f policy.Flags, t OfferedTool, r ToolResult) policy.Flags {
	if !r.Ran {
		return f
	}
	outside := t.Server != policy.BuiltinServer
	if r.OK && len(r.Evidence) > 0 {
		f.UntrustedSeen = true
		if !outside {
			f.PrivateRead = true
		}
	}
	if outside {
		f.UntrustedSeen = true
		f.CanSend = f.CanSend || t.Level >= policy.ReadsOutside
	}
	return f
}

func (s *State) levelOf(tool string) OfferedTool {
	for _, t := range s.Offered {
		if t.Tool == tool {
			return t
		}
	}
	if server, _, ok := strings.Cut(tool, "/"); ok { // a resource, or a tool called by hand that the model isn't offered
		return OfferedTool{Tool: tool, Server: server, Level: policy.ReadsOutside}
	}
	return OfferedTool{Tool: tool, Server: policy.BuiltinServer}
}

// raise sets flags, and keeps which event was the first to.
func (s *State) raise(now policy.Flags, seq int, tool string) {
	by := FlagCause{Seq: seq, Tool: tool}
	for _, f := range []struct {
		was, is bool
		cause   *FlagCause
	}{
		{s.Flags.PrivateRead, now.PrivateRead, &s.FlagsBy.PrivateRead},
		{s.Flags.UntrustedSeen, now.UntrustedSeen, &s.FlagsBy.UntrustedSeen},
		{s.Flags.CanSend, now.CanSend, &s.FlagsBy.CanSend},
	} {
		if f.is && !f.was {
			*f.cause = by
		}
	}
	s.Flags = now
}

func bothFlags(a, b policy.Flags) policy.Flags {
	return policy.Flags{PrivateRead: a.PrivateRead || b.PrivateRead, UntrustedSeen: a.UntrustedSeen || b.UntrustedSeen, CanSend: a.CanSend || b.CanSend}
}
