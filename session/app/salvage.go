package app

import (
	"maps"
	"slices"

	"vise/session"
	"vise/store"
)

// Salvage reads from a damaged database what is still whole: the events of
// every run, in order, runs by their id. The file isn't changed.
func (p Plan) Salvage() ([]session.Record, error) {
	found, err := store.Salvage(p.database())
	if err != nil {
		return nil, err
	}
	var out []session.Record
	for _, run := range slices.Sorted(maps.Keys(found.Records)) {
		out = append(out, found.Records[run]...)
	}
	return out, nil
}
