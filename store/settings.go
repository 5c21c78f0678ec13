package store

import "context"

// Setting returns what SetSetting stored under key; ok is false where nothing
// was.
func (d *DB) Setting(ctx context.Context, key string) (value string, ok bool, err error) {
	err = d.view(ctx, func(t *tx) error {
		value, ok, err = getJSON[string](t, t.table(tableSettings), []byte(key))
		return err
	})
	return value, ok, err
}

// SetSetting stores value under key, a name of up to 256 bytes.
func (d *DB) SetSetting(ctx context.Context, key, value string) error {
	if err := checkID("setting", key); err != nil {
		return err
	}
	return d.update(ctx, func(t *tx) error { return putJSON(t.table(tableSettings), []byte(key), value) })
}
