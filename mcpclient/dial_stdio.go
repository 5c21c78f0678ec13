package mcpclient

import (
	"context"

	"vise/mcpclient/config"
	"vise/mcpclient/stdio"
)

// viaStdio reaches a server that is a program of its own.
func viaStdio(cfg Config, c config.Server) *dialer {
	command := stdio.Command{Name: c.Name, Command: c.Command, Args: c.Args, Env: c.Env, Dir: c.Cwd, MaxLine: cfg.MaxResult}
	common := stdio.Config{Supervisor: cfg.Supervisor, Env: cfg.Env, LogDir: cfg.LogDir, Redact: cfg.Redact, Grace: cfg.Times.Grace}
	return &dialer{kind: always("stdio"), reached: c.CommandLine(), dial: func(ctx context.Context) (*link, error) {
		p, err := stdio.Start(ctx, common, command)
		if err != nil {
			return nil, err
		}
		exit := func() string {
			select {
			case <-p.Exited():
				return p.Exit()
			default:
				return ""
			}
		}
		return &link{transport: p.Transport(), close: p.Close, exit: exit, fault: p.Fault, tail: p.Tail, notes: p.Warnings, log: p.Log()}, nil
	}}
}
