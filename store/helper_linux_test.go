package store

func helperFull(args []string) error   { return errNotSeen }
func helperNoSync(args []string) error { return errNotSeen }
