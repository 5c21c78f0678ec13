package keys

func in(c ...Context) []Context { return c }

func on(k ...string) []string { return k }

// defaults is the key map without configuration. Within a context the order is
// that of footers: what matters most comes first.
var defaults = []Binding{
	{ID: Send, Where: in(Composer), Keys: on("enter"), Short: "send", Help: "send; during a run: queue; on an empty line: open the call that waits", Must: true},
	{ID: NewLine, Where: in(Composer), Keys: on("ctrl+j", "alt+enter", "shift+enter"), Help: `new line (also \ and enter)`},
	{ID: HistoryPrev, Where: in(Composer), Keys: on("up"), Help: "at the first line: the request before"},
	{ID: HistoryNext, Where: in(Composer), Keys: on("down"), Help: "at the last line: the request after"},
	{ID: Editor, Where: in(Composer), Keys: on("ctrl+g"), Help: "edit in $EDITOR"},
	{ID: Commands, Where: in(ComposerEmpty), Keys: on("/"), Help: "commands"},
	{ID: Files, Where: in(ComposerEmpty), Keys: on("@"), Help: "files and folders"},
	{ID: Quit, Where: in(ComposerEmpty), Keys: on("ctrl+d"), Help: "quit on an empty line"},
	{ID: LineStart, Where: in(ComposerText, Note, Form, Search, Palette), Keys: on("ctrl+a", "home"), Help: "start of the line"},
	{ID: LineEnd, Where: in(ComposerText, Note, Form, Search, Palette), Keys: on("ctrl+e", "end"), Help: "end of the line"},
	{ID: DeleteWord, Where: in(ComposerText, Note, Form, Search, Palette), Keys: on("ctrl+w", "alt+backspace"), Help: "delete the word before"},
	{ID: DeleteStart, Where: in(ComposerText, Note, Form, Search, Palette), Keys: on("ctrl+u"), Help: "delete to the start of the line"},
	{ID: DeleteEnd, Where: in(ComposerText, Note, Form, Search, Palette), Keys: on("ctrl+k"), Help: "delete to the end of the line"},
	{ID: DeleteRight, Where: in(ComposerText, Note, Form, Search, Palette), Keys: on("ctrl+d", "delete"), Help: "delete the character under the cursor"},

	{ID: Copy, Where: in(ChatList, Detail), Keys: on("y"), Short: "copy", Help: "copy: a message as raw Markdown"},
	{ID: CopyCode, Where: in(ChatList), Keys: on("Y"), Short: "copy code", Help: "copy the code block"},
	{ID: Fold, Where: in(ChatList, Detail), Keys: on("space"), Short: "unfold", Help: "fold or unfold thinking, pasted text, results"},

	{ID: TraceAll, Where: in(Trace), Keys: on("a"), Short: "all events", Help: "show all events, or those that matter most"},

	{ID: ReplayBack, Where: in(Replay), Keys: on("left", "h"), Short: "back", Help: "one step back"},
	{ID: ReplayForward, Where: in(Replay), Keys: on("right", "l"), Short: "step", Help: "one step forward"},
	{ID: ReplayNext, Where: in(Replay), Keys: on("n"), Short: "next decision", Help: "next decision"},
	{ID: ReplayPrev, Where: in(Replay), Keys: on("N"), Help: "decision before"},
	{ID: ReplayPlay, Where: in(Replay), Keys: on("space"), Short: "play", Help: "play, pause"},
	{ID: ReplayRaw, Where: in(Replay, Trace), Keys: on("v"), Short: "raw", Help: "the event as it is stored"},
	{ID: ReplayModel, Where: in(Replay, Detail), Keys: on("m"), Short: "what the model saw", Help: "what the model saw at this step"},
	{ID: ReplayExport, Where: in(Replay, Runs), Keys: on("x"), Short: "export", Help: "export the run"},

	{ID: RunsReplay, Where: in(Runs), Keys: on("right", "l"), Short: "replay", Help: "step through the run"},
	{ID: RunsGoOn, Where: in(Runs), Keys: on("ctrl+o"), Short: "go on", Help: "go on with that conversation"},
	{ID: RunsResume, Where: in(Runs), Keys: on("R"), Short: "resume", Help: "go on with a run that stopped, as a new one"},
	{ID: RunsDelete, Where: in(Runs), Keys: on("d"), Short: "delete", Help: "delete the run"},

	{ID: ToolsApprove, Where: in(Tools), Keys: on("a"), Short: "approve what was shown", Help: "approve what was shown"},
	{ID: ToolsTrust, Where: in(Tools), Keys: on("A"), Short: "and may read without asking", Help: "approve, and let it read without asking"},
	{ID: ToolsBlock, Where: in(Tools), Keys: on("b"), Short: "block", Help: "block the tool"},
	{ID: ToolsSwitch, Where: in(Tools), Keys: on("space"), Short: "on/off", Help: "switch an approved tool on or off for the model"},
	{ID: ToolsRaw, Where: in(Tools), Keys: on("v"), Short: "raw JSON", Help: "the tool's definition as its server gives it"},

	{ID: TodoDone, Where: in(Todos), Keys: on("space"), Short: "done", Help: "mark as done, or open again; asks first"},

	{ID: Up, Where: in(Browse), Keys: on("up", "k"), Help: "up"},
	{ID: Down, Where: in(Browse), Keys: on("down", "j"), Help: "down"},
	{ID: First, Where: in(Browse, ComposerEmpty), Keys: on("home"), Help: "to the start"},
	{ID: Last, Where: in(Browse, ComposerEmpty), Keys: on("end"), Help: "to the end"},
	{ID: Open, Where: in(Browse), Keys: on("enter"), Short: "open", Help: "open what is selected"},
	{ID: OpenSelected, Where: in(Composer, ChatList, Trace, Detail, Tools), Keys: on("ctrl+o"), Help: "open what is selected: a citation, an event, a chip"},
	{ID: Find, Where: in(ChatList, Trace, Detail, Replay, Runs, Models), Keys: on("/"), Short: "find", Help: "find a text; in lists: show only what has it"},
	{ID: FindNext, Where: in(ChatList, Trace, Detail), Keys: on("n"), Help: "the next place of what was found"},
	{ID: FindPrev, Where: in(ChatList, Trace, Detail), Keys: on("N"), Help: "the place before"},

	{ID: ToggleTrace, Where: in(Global), Keys: on("ctrl+t"), Short: "trace", Help: "show or hide the trace"},
	{ID: OpenSearch, Where: in(Global), Keys: on("ctrl+r"), Short: "search past requests", Help: "past requests, runs"},
	{ID: OpenPalette, Where: in(Global), Keys: on("ctrl+p"), Short: "commands", Help: "command palette"},
	{ID: OpenHelp, Where: in(ComposerEmpty, Browse), Keys: on("?"), Short: "help", Help: "help"},
	{ID: OpenModel, Where: in(Global, Models), Keys: on("ctrl+l"), Help: "choose the model; there: close, and let a download go on"},
	{ID: OpenWaiting, Where: in(Global), Keys: on("ctrl+x"), Help: "open the call that waits for you"},
	{ID: NextPane, Where: in(Global), Keys: on("tab"), Help: "next pane"},
	{ID: PrevPane, Where: in(Global), Keys: on("shift+tab"), Help: "pane before"},
	{ID: PageUp, Where: in(Global), Keys: on("pgup"), Help: "scroll up"},
	{ID: PageDown, Where: in(Global), Keys: on("pgdown"), Help: "scroll down"},
	{ID: Back, Where: in(Global), Keys: on("esc"), Short: "back", Help: "close, go back; take back what is queued; another one cancels the run", Must: true},

	{ID: ApprovalAllow, Where: in(Approval, Batch), Keys: on("a"), Short: "allow once", Help: "allow this call, once"},
	{ID: ApprovalAllowTool, Where: in(Approval), Keys: on("s"), Short: "allow until /new", Help: "allow this tool until /new"},
	{ID: ApprovalEdit, Where: in(Approval), Keys: on("e"), Short: "edit", Help: "edit the arguments; decided again"},
	{ID: ApprovalDeny, Where: in(Approval, Batch), Keys: on("d"), Short: "deny", Help: "deny, and refuse the tool for the rest of the run", Must: true},
	{ID: ApprovalDenyStop, Where: in(Approval, Batch), Keys: on("D"), Short: "deny and stop", Help: "deny and end the run"},
	{ID: ApprovalDenyNote, Where: in(Approval), Keys: on("r"), Short: "deny, say why", Help: "deny and say why"},
	{ID: ApprovalRaw, Where: in(Approval), Keys: on("v"), Short: "raw JSON", Help: "the exact arguments, and what vise filled in"},
	{ID: ApprovalText, Where: in(Approval, Batch), Keys: on("t"), Short: "full description", Help: "the tool's full description"},
	{ID: ApprovalReveal, Where: in(Approval), Keys: on("m"), Short: "show masked", Help: "show masked values"},
	{ID: ApprovalNext, Where: in(Approval), Keys: on("n"), Short: "next waiting", Help: "look at the next waiting call"},
	{ID: BatchMark, Where: in(Batch), Keys: on("space"), Short: "mark", Help: "leave a row out, or take it in again"},
	{ID: ApprovalUp, Where: in(Approval, Batch), Keys: on("up", "k"), Help: "scroll up"},
	{ID: ApprovalDown, Where: in(Approval, Batch), Keys: on("down", "j"), Help: "scroll down"},
	{ID: ApprovalPageUp, Where: in(Approval, Batch), Keys: on("pgup"), Help: "a page up"},
	{ID: ApprovalPageDown, Where: in(Approval, Batch), Keys: on("pgdown"), Help: "a page down"},
	{ID: ApprovalTop, Where: in(Approval, Batch), Keys: on("home"), Help: "to the start"},
	{ID: ApprovalBottom, Where: in(Approval, Batch), Keys: on("end"), Help: "to the end"},
	{ID: ApprovalChoose, Where: in(Approval, Batch), Keys: on("tab"), Short: "choose", Help: "choose an answer"},
	{ID: ApprovalUnchoose, Where: in(Approval, Batch), Keys: on("shift+tab"), Help: "choose the answer before"},
	{ID: ApprovalTake, Where: in(Approval, Batch), Keys: on("enter"), Help: "give the chosen answer; nothing when none is chosen"},
	{ID: ApprovalLeave, Where: in(Approval, Batch), Keys: on("esc"), Short: "leave it waiting", Help: "leave it waiting", Must: true},

	{ID: NoteSend, Where: in(Note), Keys: on("enter"), Short: "deny with this note", Help: "deny with this note"},
	{ID: NoteBack, Where: in(Note), Keys: on("esc"), Short: "back", Help: "back to the call", Must: true},

	{ID: FormNext, Where: in(Form), Keys: on("tab", "down"), Short: "next", Help: "next field"},
	{ID: FormPrev, Where: in(Form), Keys: on("shift+tab", "up"), Help: "field before"},
	{ID: FormEnter, Where: in(Form), Keys: on("enter"), Short: "next, then use", Help: "next field; on the last line: use these values", Must: true},
	{ID: FormNewLine, Where: in(Form), Keys: on("ctrl+j", "alt+enter", "shift+enter"), Help: "new line in a text"},
	{ID: FormOmit, Where: in(Form), Keys: on("ctrl+x"), Short: "leave out", Help: "leave an optional value out, or take it in again"},
	{ID: FormBack, Where: in(Form), Keys: on("esc"), Short: "back", Help: "back without a change", Must: true},

	{ID: ListUp, Where: in(Palette, Search), Keys: on("up"), Help: "up"},
	{ID: ListDown, Where: in(Palette, Search), Keys: on("down"), Short: "choose", Help: "down"},
	{ID: ListTake, Where: in(Palette, Search), Keys: on("enter"), Short: "use it", Help: "run the command; put the request into the composer"},
	{ID: SearchReplay, Where: in(Search), Keys: on("right"), Short: "replay", Help: "at the end of the line: step through the run"},
	{ID: SearchGoOn, Where: in(Search), Keys: on("ctrl+o"), Short: "go on with it", Help: "go on with that conversation"},
	{ID: SearchOlder, Where: in(Search), Keys: on("ctrl+r"), Help: "the next older one"},
	{ID: ListClose, Where: in(Palette, Search), Keys: on("esc"), Short: "close", Help: "close", Must: true},

	{ID: ModelsUse, Where: in(Models), Keys: on("enter"), Short: "use it", Help: "use it from the next request on"},
	{ID: ModelsPull, Where: in(Models), Keys: on("p"), Short: "pull", Help: "pull (download) a model that isn't installed"},
	{ID: ModelsThink, Where: in(Models), Keys: on("t"), Short: "thinking", Help: "thinking on, off or auto, for the model in use"},
	{ID: ModelsUp, Where: in(Models), Keys: on("up", "k"), Help: "up"},
	{ID: ModelsDown, Where: in(Models), Keys: on("down", "j"), Short: "choose", Help: "down"},
	{ID: ModelsClose, Where: in(Models), Keys: on("esc"), Short: "close", Help: "cancel a download; close", Must: true},

	{ID: HelpUp, Where: in(Help), Keys: on("up", "k"), Help: "up"},
	{ID: HelpDown, Where: in(Help), Keys: on("down", "j"), Short: "scroll", Help: "down"},
	{ID: HelpPageUp, Where: in(Help), Keys: on("pgup"), Help: "a page up"},
	{ID: HelpPageDown, Where: in(Help), Keys: on("pgdown", "space"), Help: "a page down"},
	{ID: HelpClose, Where: in(Help), Keys: on("esc", "q", "?"), Short: "close", Help: "close", Must: true},

	{ID: ConfirmYes, Where: in(Confirm), Keys: on("y"), Short: "yes", Help: "yes"},
	{ID: ConfirmNo, Where: in(Confirm), Keys: on("n", "esc"), Short: "no", Help: "no", Must: true},

	{ID: BudgetGoOn, Where: in(Budget), Keys: on("c"), Short: "go on", Help: "go on with as many again"},
	{ID: BudgetWrapUp, Where: in(Budget), Keys: on("w"), Short: "let it wrap up", Help: "one last step: answer with what there is"},
	{ID: BudgetStop, Where: in(Budget), Keys: on("esc"), Short: "stop", Help: "stop", Must: true},

	{ID: Cancel, Where: in(Always), Keys: on("ctrl+c"), Help: "cancel the run; clear the line; twice: quit", Must: true},
	{ID: Suspend, Where: in(Always), Keys: on("ctrl+z"), Help: "suspend vise"},
}
