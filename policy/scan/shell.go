package scan

import "bytes"

// shellLines finds commands that do harm wherever they are run: a program from
// the network that goes straight into a shell, the removal of everything.
func (p *page) shellLines(s *sink) {
	for from := 0; ; {
		i := bytes.IndexByte(p.norm[from:], '|')
		if i < 0 {
			break
		}
		i += from
		from = i + 1
		rest := bytes.TrimPrefix(bytes.TrimLeft(p.norm[from:min(len(p.norm), from+20)], " "), []byte("sudo "))
		for _, sh := range [...]string{"sh", "bash", "zsh", "python", "python3", "node"} {
			if !bytes.HasPrefix(rest, []byte(sh)) || len(rest) > len(sh) && alnum(rest[len(sh)]) {
				continue
			}
			line := p.norm[max(0, i-maxShown):i]
			line = line[bytes.LastIndexByte(line, '\n')+1:]
			if at := max(bytes.LastIndex(line, []byte("curl ")), bytes.LastIndex(line, []byte("wget "))); at >= 0 {
				p.addNorm(s, CodeRunFromNetwork, High, i-len(line)+at, i+1, "asks to run a program from the network")
			}
		}
	}
	for _, piece := range [...]string{"rm -rf ~", "rm -rf /", "rm -fr ~", "rm -fr /"} {
		if i := bytes.Index(p.norm, []byte(piece)); i >= 0 {
			p.addNorm(s, CodeRemoveEverything, High, i, i+len(piece), "a command that removes everything")
		}
	}
}
