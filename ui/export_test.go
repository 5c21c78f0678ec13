package ui

// Stop ends all that the model waits for. A program that ends does the same.
func (m *Model) Stop() { m.stop() }
