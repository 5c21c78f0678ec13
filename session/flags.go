package session

import "vise/policy"

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
	return OfferedTool{Tool: tool, Server: policy.BuiltinServer}
}

func bothFlags(a, b policy.Flags) policy.Flags {
	return policy.Flags{PrivateRead: a.PrivateRead || b.PrivateRead, UntrustedSeen: a.UntrustedSeen || b.UntrustedSeen, CanSend: a.CanSend || b.CanSend}
}
