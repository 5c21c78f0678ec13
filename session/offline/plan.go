package offline

import (
	"time"

	"vise/session"
)

// verb is what a part of a request asks for.
type verb string

const (
	doSearch verb = "search"
	doRead   verb = "read"
	doCreate verb = "create"
	doList   verb = "list"
	doUpdate verb = "update"
	doTime   verb = "time"
	doAsk    verb = "ask"    // something is missing
	doRefuse verb = "refuse" // out of reach without a language model
	doChat   verb = "chat"   // greetings, thanks, help
	doNone   verb = ""
)

// action is one part of a request, understood.
type action struct {
	verb verb
	why  string // for ask, refuse, chat: which

	// search
	query, glob, root string
	max               int
	cursor            string // the rest of a search
	skip              int    // hits that were told before
	// read
	path         string
	also         []string // more files after path
	start, lines int
	explain      bool // more was asked than showing it
	found        int  // the file of this hit of the search before; 0: of the only one
	ofSearch     bool // read what the search before found
	// todos
	title    string
	due      *time.Time
	status   string
	dueSet   string // today, overdue, week, none, any
	text     string
	id       string // known from an earlier turn
	newTitle string
	undo     bool
	shift    *ahead     // move the due time by so much
	from     *time.Time // the due time before, where it is known
	since    *time.Time // only todos done since then
	until    *time.Time // and before then
	on       *time.Time // only todos due on this day
	onWeek   bool       // only todos due in the week that begins on
	pick     int        // 1 the first, -1 the last of what is listed
	// time
	zone, place string
	isDay       *time.Weekday // "is it Tuesday?"
	askDate     bool

	// for ask: what was understood so far, to be completed by an answer
	wants verb
	known *action

	topic string // what the part was about, for it and его
	bare  bool   // begins with a verb that could also go on a title
}

// plan is a whole request, understood.
type plan struct {
	lang    lang
	actions []action
}

// lang is a language of requests and answers.
type lang string

const (
	english lang = "en"
	russian lang = "ru"
	chinese lang = "zh"
)

// memory is what earlier turns left to refer to.
type memory struct {
	topic   string
	last    verb             // of the latest action that called a tool
	hits    []session.Source // of the latest search
	search  *action          // the rest of it
	skip    int              // hits of it that were told before its turn
	path    string           // the latest file read
	next    int              // its next line; 0: no more
	todos   []todoItem       // the latest list
	todo    *todoItem        // the latest one created, changed or found
	folded  bool             // the latest list was too long to be kept
	pending *action          // a question that the latest turn asked back
	lang    lang
}
