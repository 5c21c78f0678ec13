package scan

// pattern is a sequence of word classes within one sentence; a number between
// them is how many words may stand there. "|" is either of two classes.
type pattern struct {
	kind     string
	severity Severity
	about    string
	seq      string
}

// What an assistant is told to do: out of place in a tool's description, the
// very purpose of a project's instructions.
const (
	aboutBefore      = "asks for something before any other tool is called"
	aboutWhenever    = "asks for something whenever any tool is called"
	aboutElse        = "asks for something else before this tool is called"
	aboutAlways      = "tells the assistant what it must always do"
	aboutFirst       = "tells the assistant what to do first"
	aboutInstead     = "asks to be used instead of other tools"
	aboutEvery       = "asks for something at every answer"
	aboutCalledFirst = "asks to be called first"
	aboutMust        = "tells an assistant what it must do"
	aboutSpeaks      = "addresses the assistant"
)

func duty(about string) bool {
	switch about {
	case aboutBefore, aboutWhenever, aboutElse, aboutAlways, aboutFirst, aboutInstead, aboutEvery, aboutCalledFirst, aboutMust, aboutSpeaks:
		return true
	}
	return false
}

var patterns = [...]pattern{
	{Address, High, "asks the assistant to ignore its instructions", "ignore 3 prior 3 rules"},
	{Address, High, "asks the assistant to ignore its instructions", "ignore 3 rules 3 prior"},
	{Address, High, "asks the assistant to ignore its instructions", "ignore 2 your|origin 3 instr"},
	{Address, High, "asks the assistant to ignore its instructions", "ignore 1 your 2 rules"},
	{Address, High, "asks the assistant to ignore its instructions", "ignore 1 everything 1 instr"},
	{Address, High, "asks the assistant to ignore what the person says", "ignore 2 user 2 instr|ask"},
	{Address, High, "asks the assistant to forget what it was told", "forget 2 everything|prior|instr|your"},
	{Address, High, "asks the assistant not to follow its instructions", "neg 1 follow 2 prior|your|user|origin 2 rules"},
	{Address, High, "asks the assistant not to follow its instructions", "neg 1 follow 1 rules 3 prior|user"},
	{Address, High, aboutBefore, "before 1 use 3 any 3 toolword"},
	{Address, High, aboutBefore, "before 1 any 2 toolword"},
	{Address, High, aboutBefore, "use 2 any 2 toolword 1 before"},
	{Address, High, aboutBefore, "any 2 toolword 1 use 1 before"},
	{Address, High, aboutWhenever, "always 2 act 8 before 2 any 2 toolword"},
	{Address, Low, aboutElse, "before 1 use 1 this 1 toolword 3 harm|read"},
	{Address, Low, aboutElse, "use 1 this 1 toolword 1 before 3 harm|read"},
	{Address, High, aboutAlways, "you 1 must 0 always 3 act|usenow|first"},
	{Address, High, aboutAlways, "you 1 always 0 must 3 act|usenow|first"},
	{Address, Low, aboutFirst, "you 1 must 1 first 2 act|usenow"},
	{Address, Low, aboutFirst, "always 0 first 1 act|usenow"},
	{Address, Low, aboutInstead, "always 1 usenow 1 this 1 toolword 3 instead"},
	{Address, Low, aboutInstead, "neg 1 usenow 1 any 3 toolword"},
	{Address, Low, "asks the assistant to ignore its instructions", "ignore 1 origin 0 rules"},
	{Address, High, "asks the assistant to ignore its instructions", "ignore 1 any 2 instr"},
	{Address, High, "asks the assistant to ignore its instructions", "ignore 2 sysprompt"},
	{Address, High, "says that instructions don't hold any more", "prior|your|safety 2 rules 2 void"},
	{Address, High, "says that instructions don't hold any more", "safety 0 void"},
	{Address, High, "puts itself above other instructions", "instr 2 prevail 2 any|everything"},
	{Address, High, "puts itself above other instructions", "rules 1 prevail 1 any 2 instr"},
	{Address, High, aboutEvery, "after|before 1 any 2 answer 3 act|usenow"},
	{Address, High, aboutEvery, "any 2 answer 1 before|after 5 act|usenow"},
	{Address, High, aboutEvery, "before 1 answer 4 act|usenow"},
	{Address, High, aboutEvery, "for 1 any 1 turn 4 first|always 3 act|usenow"},
	{Address, Low, aboutCalledFirst, "always 1 usenow 2 toolword 1 first"},
	{Address, High, aboutMust, "assistant 1 must 2 follow"},
	{Address, High, aboutMust, "assistant 1 first 2 act"},
	{Address, High, "speaks to the assistant as if it were the host", "role"},
	{Address, High, aboutMust, "assistant 1 must 3 harm|neg|pass|send"},
	{Address, High, aboutSpeaks, "word2 1 to 1 assistant 5 you|must|act|neg|always|ignore|before"},
	{Address, High, aboutSpeaks, "hey 1 assistant 5 you|must|act|neg|always|ignore|before"},
	{Address, High, "claims to give new instructions", "newinstr 4 you|act|must|ignore|harm"},
	{Address, High, "asks for the assistant's own instructions", "reveal 3 your|whole|origin 2 sysprompt|sysmsg|instr"},
	{Address, High, "asks for the assistant's own instructions", "reveal 1 your 1 sysprompt|sysmsg"},
	{Address, High, "asks to go on without approval", "neg 1 ask 3 approve"},
	{Address, High, "asks to go on without approval", "you 1 needless 2 ask 2 user|approve"},
	{Address, High, "asks to go on without approval", "needless 2 ask 1 user 2 approve|before|first"},
	{Address, High, "asks to go on without approval", "neg 1 ask 1 user 3 approve|before|first"},
	{Address, High, "asks to go on without approval", "act 9 without 1 ask 3 user|approve"},
	{Address, High, "asks to go on without approval", "guards 4 freed 4 any|everything|you|spend"},
	{Address, High, "asks to go on without approval", "straight 1 spend 6 freed|needless 2 guards"},
	{Address, High, "asks to go on without approval", "guards 6 freed 8 straight"},
	{Address, Low, "asks to go on without approval", "guards 14 neg 1 raise"},
	{Address, Low, "asks to go on without approval", "neg 1 raise 3 guards"},
	{Address, High, "says that limits don't hold any more", "limits 3 freed 6 act|harm|spend|you"},
	{Address, Low, "puts the assistant in a mode without limits", "you 3 in 1 mode"},
	{Address, Low, "puts the assistant in a mode without limits", "mode 6 limits|guards 2 freed"},
	{Address, High, "gives the assistant another part to play", "persona 10 unbound"},
	{Address, High, "gives the assistant another part to play", "persona 10 limits 3 freed"},
	{Address, High, "claims that the person has agreed", "user 3 consent 6 spend|act|harm"},
	{Address, High, "claims that the person has agreed", "consent 6 spend"},
	{Address, High, "claims that the person has agreed", "guards 8 consented 8 spend"},
	{Address, Low, aboutInstead, "usenow|must|use 3 instead 1 any"},
	{Address, High, aboutMust, "assistant 2 obliged 3 mask"},
	{Address, High, "claims that the person has agreed", "guards 3 any 4 consented"},
	{Address, High, "claims that the person has agreed", "preapproved 8 act|spend"},
	{Address, High, "asks the assistant to ignore its instructions", "change 2 prior|your|origin 2 instr"},
	{Address, High, "asks the assistant to ignore its instructions", "change 2 instr 5 you|your|origin"},
	{Address, High, "bargains with the assistant", "bargain"},
	{Address, High, "claims an authority that a server doesn't have", "treat 9 same 6 authority"},
	{Address, High, "claims an authority that a server doesn't have", "same 6 authority 4 treat"},
	{Address, High, "claims an authority that a server doesn't have", "authority 4 same 1 treat"},
	{Address, High, "asks the assistant to ignore what the person says", "wish 3 aside"},
	{Address, High, "asks the assistant to ignore what the person says", "aside 2 user 1 wish"},
	{Address, Low, aboutMust, "agent|assistant 1 obliged|must 6 record 3 any"},
	{Address, Low, aboutInstead, "refuse 2 use 2 any|it|user|toolword"},
	{Address, High, "gives the assistant another part to play", "persona 12 reveal 3 whole|your 2 rules|sysprompt|instr"},
	{Conceal, High, "asks to do something unseen", "unseen"},
	{Conceal, Low, "asks to keep something from the person", "neg 1 discuss"},
	{Conceal, High, "asks to keep something from the person", "needless 1 let 1 user 1 know"},
	{Send, High, "asks to hide data in what is sent", "smuggle 3 it|contents|hoard|prize 1 in"},
	{Send, Low, "asks to hide data in what is sent", "hoard|prize 8 smuggle"},
	{Send, High, "asks for copies in a side note", "copied 2 pass|goes 6 QNOTE|dest"},
	{Send, High, "asks to send things elsewhere", "send 8 contents|hoard 8 EMAIL"},
	{Address, Low, aboutInstead, "only 2 usenow 0 one"},
	{Secret, High, "asks for keys or passwords", "read|pass 3 user|your|any|whole 2 keyfile"},
	{Secret, High, "asks for keys or passwords", "pass 4 keyfile 12 URL|EMAIL|PHONE|QNOTE|dest|note"},
	{Secret, High, "asks for keys or passwords", "keyfile 8 pass 6 URL|EMAIL|PHONE|QNOTE|dest|note"},
	{Send, High, "asks for the conversation", "sends|pass|send 3 any|user|whole 3 turn|convo 8 URL|EMAIL"},
	{Send, High, "asks for the conversation", "user 3 turn|convo 3 sends|send 4 URL|EMAIL"},
	{Conceal, Low, "says that the person need not be told", "tell 1 needless"},
	{Address, High, "claims that the person has agreed", "user 2 already 1 approved 3 it|everything|any|use"},
	{Address, High, "asks to change every command", "prepend 6 any 3 command"},
	{Address, High, "asks to change every command", "before 2 any 3 command 3 harm|prepend"},

	{Conceal, High, "asks to keep something from the person", "neg 3 tell 3 user"},
	{Conceal, High, "asks to keep something from the person", "neg 1 tell|mention 1 it"},
	{Conceal, High, "asks to keep something from the person", "neg 2 user 1 tell|mention"},
	{Conceal, High, "asks to keep something from the person", "neg 1 mention|disclose 2 it 6 user"},
	{Conceal, High, "asks to keep something from the person", "neg 1 user 1 mention|disclose 2 it"},
	{Conceal, High, "asks to keep something from the person", "neg 1 tellabout 2 user 1 about"},
	{Conceal, High, "asks to keep something from the person", "neg 1 let 1 user 2 know"},
	{Conceal, High, "asks to keep something from the person", "without 1 tell|mention 3 user"},
	{Conceal, High, "asks to keep something from the person", "act 12 without 1 tellabout 2 user"},
	{Conceal, High, "asks to keep something from the person", "without 3 user 1 know"},
	{Conceal, High, "asks to keep something from the person", "without 1 know 1 user"},
	{Conceal, High, "asks to keep something from the person", "user 1 must 0 neg 3 know"},
	{Conceal, High, "asks to keep something from the person", "user 1 neg 2 must 2 know"},
	{Conceal, High, "asks to keep something from the person", "user 1 neg 1 know"},
	{Conceal, High, "asks to keep something from the person", "hush"},
	{Conceal, High, "asks to keep something from the person", "user 1 needless 2 know 1 about|it"},
	{Conceal, High, "asks to keep something from the person", "user 2 know 1 needless"},
	{Conceal, High, "asks to keep something from the person", "needless 2 tell 2 user"},
	{Conceal, High, "asks to keep something from the person", "it 3 keep 1 hidden 1 from|to 2 user"},
	{Conceal, High, "asks to do something secretly", "secretly 2 act"},
	{Conceal, High, "asks to do something secretly", "act 6 secretly"},
	{Conceal, High, "asks to do something secretly", "silently 1 harm"},
	{Conceal, High, "asks to keep something secret", "keep 1 it 2 hidden 2 from 2 user"},
	{Conceal, High, "asks to keep something secret", "keep 1 it 2 hidden 0 from 2 user"},
	{Conceal, High, "asks to keep something secret", "keep 2 it 1 in 1 hidden"},
	{Conceal, High, "asks to hide something from the person", "hide 3 it 6 from 2 user"},
	{Conceal, High, "asks to hide something from the person", "hide 3 from 2 user 3 it"},
	{Conceal, High, "asks to hide something from the person", "from 1 user 1 hide"},
	{Conceal, High, "asks to keep something from the person", "upset 2 user"},

	{Send, High, "asks for the conversation", "pass 4 convo 10 dest|URL|EMAIL|QNOTE"},
	{Send, High, "asks for the conversation", "pass 3 whole|your|any|user 1 convo 5 in"},
	{Send, High, "asks for the conversation", "dest|QNOTE 4 pass 3 whole|your|any|user 1 convo"},
	{Send, High, "asks for the conversation", "convo 3 pass 3 QNOTE|dest|URL|EMAIL"},
	{Send, Low, "asks for the conversation", "pass 1 whole 1 convo"},
	{Send, High, "asks for the conversation", "pass 5 saidall"},
	{Send, High, "asks for the conversation", "saidall 3 pass|send"},
	{Send, High, "asks for the conversation", "pass|reveal 4 your 1 convo"},
	{Send, High, "asks for contents in a side note", "pass 3 contents 6 QNOTE"},
	{Send, Low, "asks for contents in a side note", "pass 3 contents 6 note 0 dest"},
	{Send, Low, "asks for contents in a side note", "contents 2 pass 3 note 0 dest"},
	{Send, High, "asks for contents in a side note", "contents 2 pass 3 QNOTE"},
	{Send, High, "asks for environment variables", "pass 4 env 6 dest|URL|EMAIL|QNOTE|note"},
	{Send, High, "asks for environment variables", "env 3 pass 4 dest|URL|EMAIL|QNOTE"},
	{Send, High, "asks for secrets in a side note", "pass 4 hoard|prize 4 note 0 dest"},
	{Send, High, "asks for secrets in a side note", "hoard|prize 2 pass 3 note 0 dest"},
	{Send, High, "asks for secrets in a side note", "whenever 1 user 4 hoard|prize 3 pass|read"},
	{Send, High, "asks to send secrets elsewhere", "pass 4 hoard|prize|env 8 URL|EMAIL|PHONE"},
	{Send, High, "asks to send secrets elsewhere", "hoard|prize|env 4 send 3 URL|EMAIL|PHONE"},
	{Send, High, "asks to send secrets elsewhere", "send 3 URL|EMAIL|PHONE 4 hoard|prize|env|convo"},
	{Send, High, "asks to send data elsewhere", "pass|send 6 convo|contents|mail|user 8 URL"},
	{Send, High, "asks to send data elsewhere", "contents|convo|saidall 3 send 3 URL|EMAIL"},
	{Send, High, "asks to send things elsewhere", "forward 5 EMAIL|PHONE"},
	{Send, High, "asks to send copies elsewhere", "bcc 8 EMAIL|PHONE"},
	{Send, High, "asks to send things elsewhere", "must|always|instead 10 EMAIL|PHONE"},
	{Send, High, "asks to send things elsewhere", "send 2 any 5 EMAIL|PHONE"},
	{Send, High, "asks to send things elsewhere", "any 2 mail 4 EMAIL|PHONE"},
	{Send, High, "asks to change where things go", "change 8 EMAIL|PHONE"},
	{Send, High, "asks to change where things go", "EMAIL|PHONE 3 instead"},
	{Secret, High, "asks for keys or passwords", "read|pass 1 user|your|any|whole 2 prize"},
	{Secret, High, "asks for a place where secrets are kept", "read|pass 6 PATH"},
	{Secret, High, "asks for a place where secrets are kept", "contents 3 PATH"},
	{Secret, High, "asks for a place where secrets are kept", "PATH 3 contents"},
	{Secret, High, "asks for a place where secrets are kept", "PATH 3 pass"},
}
