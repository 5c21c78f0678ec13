package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"vise/policy"
	"vise/policy/scan"
)

// agentsFile is the file in which projects instruct agents.
const agentsFile = "AGENTS.md"

// ProjectInstructions is a project's AGENTS.md. It came with the project, so
// it is reviewed and pinned like a tool of a server before a model is given it.
type ProjectInstructions struct {
	File     string         `json:"file"`
	Text     string         `json:"text"` // whoever made the project wrote it; without secrets
	Pin      string         `json:"pin"`
	Status   policy.Status  `json:"status"`
	Reason   string         `json:"reason,omitempty"` // of StatusInvalid
	Findings []scan.Finding `json:"findings,omitempty"`
	Before   string         `json:"before,omitempty"` // the text that was approved, where that is another one
	dir      string
	raw      string // Text with all that is in it
}

// ProjectInstructions reads the AGENTS.md of all roots, and says how far each
// was reviewed. A root without one isn't named.
func (w *Workbench) ProjectInstructions(ctx context.Context) []ProjectInstructions {
	all := w.projectFiles(ctx)
	for i := range all {
		p := &all[i]
		p.Text, _ = w.redact.Redact(p.raw)
		if p.Pin != "" {
			p.Findings = scan.Text(scan.KindProject, p.Text, scan.Context{})
		}
	}
	return all
}

// projectFiles are the same without Text and Findings: it is asked for at every
// change, and nobody reads those then.
func (w *Workbench) projectFiles(ctx context.Context) (out []ProjectInstructions) {
	w.reviewed.loaded(ctx)
	for _, dir := range w.projects {
		text, err := readAgents(dir)
		if !errors.Is(err, os.ErrNotExist) {
			out = append(out, w.judged(dir, text, err))
		}
	}
	return out
}

// judged is a file of that text as the person has judged it.
func (w *Workbench) judged(dir, text string, err error) ProjectInstructions {
	p := ProjectInstructions{File: filepath.Join(dir, agentsFile), dir: dir, raw: text, Status: policy.StatusInvalid}
	t := p.tool()
	if err == nil {
		t.Pin, err = policy.PinText(t.Definition)
	}
	if err != nil {
		p.Reason = err.Error()
		return p
	}
	p.Pin = t.Pin
	review, known := w.reviewed.of(p.identity(), t, &p.Status)
	if known && review.Pin != p.Pin {
		p.Before = instructionsIn(review.Definition)
	}
	return p
}

// tool is the file as what is reviewed.
func (p ProjectInstructions) tool() policy.Tool {
	def, _ := json.Marshal(map[string]string{"kind": policy.KindInstructions, "name": agentsFile, policy.KindInstructions: p.raw}) // strings always encode
	return policy.Tool{Server: "project:" + p.dir, Kind: policy.KindInstructions, Name: agentsFile, Definition: def, Pin: p.Pin}
}

func (p ProjectInstructions) identity() string { return "file " + p.File }

func instructionsIn(definition json.RawMessage) string {
	var d struct{ Instructions string }
	_ = json.Unmarshal(definition, &d) // what can't be read is shown as nothing
	return d.Instructions
}

// of is what was last said of what has that identity, and how far that goes.
func (r *reviewed) of(identity string, t policy.Tool, status *policy.Status) (policy.Review, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	*status = r.reviews.Status(identity, t)
	return r.reviews.Last(identity, t)
}

// ApproveInstructions lets a model be given the file as it was shown, by its
// pin; ErrStale where it is another one now. file may be empty where there is
// one alone.
func (w *Workbench) ApproveInstructions(ctx context.Context, file, pin string) (string, error) {
	p, err := w.instructionsOf(ctx, file)
	switch {
	case err != nil:
		return "", err
	case p.Status == policy.StatusInvalid:
		return "", fmt.Errorf("%s can't be approved: %s", p.File, p.Reason)
	case p.Pin != pin:
		return "", fmt.Errorf("%w: %s has changed, its pin is %s now; read it again", ErrStale, p.File, p.Pin)
	}
	return p.File, w.say(ctx, []policy.Review{w.review(p.identity(), p.tool())}, saidApproved)
}

// BlockInstructions keeps the file from models for good, whatever it says.
func (w *Workbench) BlockInstructions(ctx context.Context, file string) (string, error) {
	p, err := w.instructionsOf(ctx, file)
	if err != nil {
		return "", err
	}
	r := w.review(p.identity(), p.tool())
	r.Blocked = true
	return p.File, w.say(ctx, []policy.Review{r}, saidBlocked)
}

func (w *Workbench) instructionsOf(ctx context.Context, file string) (ProjectInstructions, error) {
	all := w.projectFiles(ctx)
	if file == "" && len(all) == 1 {
		return all[0], nil
	}
	var files []string
	for _, p := range all {
		if p.File == file || p.dir == filepath.Clean(file) {
			return p, nil
		}
		files = append(files, p.File)
	}
	switch len(files) {
	case 0:
		return ProjectInstructions{}, errors.New("no folder that is read here has a file AGENTS.md")
	default:
		return ProjectInstructions{}, fmt.Errorf("which file? There are %s", strings.Join(files, ", "))
	}
}

// readAgents reads the file of a folder: a regular file inside it, as text of
// the size that instructions may have.
func readAgents(dir string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	st, err := root.Stat(agentsFile)
	switch {
	case err != nil:
		return "", err
	case !st.Mode().IsRegular():
		return "", errors.New("it is no file")
	}
	f, err := root.Open(agentsFile)
	if err != nil {
		return "", err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, instructionsBytes+1))
	switch {
	case err != nil:
		return "", err
	case len(raw) > instructionsBytes:
		return "", fmt.Errorf("it has more than %d bytes, and would be sent with every request", instructionsBytes)
	case !utf8.Valid(raw):
		return "", errors.New("it isn't text in UTF-8")
	}
	return strings.TrimSpace(string(raw)), nil
}

// approvedInstructions are those of the projects that were approved as they
// are now, for the next run.
func (w *Workbench) approvedInstructions(ctx context.Context) string {
	w.reviewed.refresh(ctx) // another process may have taken an approval back
	var out []string
	for _, p := range w.projectFiles(ctx) {
		if p.Status == policy.StatusApproved && p.raw != "" {
			out = append(out, p.raw)
		}
	}
	return strings.Join(out, "\n\n")
}

// HeldInstructions says which files are kept from the model, and why; where is
// where they are read.
func (w *Workbench) HeldInstructions(ctx context.Context, where string) (out []string) {
	for _, p := range w.projectFiles(ctx) {
		file, _ := filepath.Rel(w.cfg.WorkDir, p.File)
		if file == "" || strings.HasPrefix(file, "..") {
			file = p.File
		}
		switch p.Status {
		case policy.StatusNew:
			out = append(out, file+" isn't given to the model before you have read it: "+where)
		case policy.StatusChanged:
			out = append(out, file+" has changed since you approved it, and is kept from the model: "+where)
		case policy.StatusInvalid:
			out = append(out, file+" isn't used: "+p.Reason)
		}
	}
	return slices.Compact(out)
}
