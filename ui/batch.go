package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog/approval"
)

// batchModal is the box of several waiting reads, answered together.
type batchModal struct {
	*approval.Batch
	calls []session.Approval
}

// Answers reports that a letter would answer.
func (b *batchModal) Answers() bool            { return b.Listening() }
func (b *batchModal) Cursor() (int, int, bool) { return 0, 0, false }

func (b *batchModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := b.Key(k, m.opt.Now())
	switch act.Do {
	case approval.None:
		return nil
	case approval.Unheard:
		return m.unheard(k)
	}
	m.closeModal()
	if act.Do == approval.Leave {
		m.leaveBox()
		for _, a := range b.calls {
			m.boxes.left[a.ID] = true
		}
	}
	cmds := make([]tea.Cmd, 0, len(act.Answers))
	for _, a := range act.Answers {
		cmds = append(cmds, m.answer(a.ID, a.Answer))
	}
	return tea.Sequence(cmds...)
}

// stillWaits reports that all of the batch's calls still wait.
func (b *batchModal) stillWaits(waiting []session.Approval) bool {
	for _, a := range b.calls {
		if !slices.ContainsFunc(waiting, func(w session.Approval) bool { return w.ID == a.ID }) {
			return false
		}
	}
	return true
}

// openBatch opens the box of the calls that can be answered together with the
// first of waiting; false when there is only that one.
func (m *Model) openBatch(waiting []session.Approval, opt approval.Options) bool {
	calls := approval.Together(waiting)
	if len(calls) < 2 {
		return false
	}
	m.modal = &batchModal{approval.NewBatch(calls, opt), calls}
	return true
}
