package scan

import "strings"

// Code says what a finding is, for programs: "KIND.WHAT". It stays what it is
// when the words of About change, and isn't used again for something else.
type Code string

// Kind is the kind of the findings with that code.
func (c Code) Kind() string {
	kind, _, _ := strings.Cut(string(c), ".")
	return kind
}

// Codes of findings in the order of their kinds. What words say is in told.
const (
	CodeIgnoreInstructions Code = "address.ignore_instructions"
	CodeIgnorePerson       Code = "address.ignore_person"
	CodeForget             Code = "address.forget"
	CodeDontFollow         Code = "address.dont_follow"
	CodeBeforeTools        Code = "address.before_tools"
	CodeWheneverTools      Code = "address.whenever_tools"
	CodeBeforeThis         Code = "address.before_this"
	CodeAlways             Code = "address.always"
	CodeFirst              Code = "address.first"
	CodeInsteadOfTools     Code = "address.instead_of_tools"
	CodeEveryAnswer        Code = "address.every_answer"
	CodeCalledFirst        Code = "address.called_first"
	CodeMust               Code = "address.must"
	CodeSpeaks             Code = "address.speaks"
	CodeVoidInstructions   Code = "address.void_instructions"
	CodeAboveInstructions  Code = "address.above_instructions"
	CodeAsHost             Code = "address.as_host"
	CodeNewInstructions    Code = "address.new_instructions"
	CodeOwnInstructions    Code = "address.own_instructions"
	CodeNoApproval         Code = "address.no_approval"
	CodeVoidLimits         Code = "address.void_limits"
	CodeUnlimited          Code = "address.unlimited"
	CodePersona            Code = "address.persona"
	CodeClaimsConsent      Code = "address.claims_consent"
	CodeBargain            Code = "address.bargain"
	CodeAuthority          Code = "address.authority"
	CodeEveryCommand       Code = "address.every_command"
	CodeUnseen             Code = "conceal.unseen"
	CodeFromPerson         Code = "conceal.from_person"
	CodeNeedNotTell        Code = "conceal.need_not_tell"
	CodeSecretly           Code = "conceal.secretly"
	CodeKeepSecret         Code = "conceal.keep_secret"
	CodeHideFromPerson     Code = "conceal.hide_from_person"
	CodeSmuggle            Code = "send.smuggle"
	CodeCopyAside          Code = "send.copy_aside"
	CodeSendThings         Code = "send.things"
	CodeSendConversation   Code = "send.conversation"
	CodeContentsAside      Code = "send.contents_aside"
	CodeEnvironment        Code = "send.environment"
	CodeSecretsAside       Code = "send.secrets_aside"
	CodeSendSecrets        Code = "send.secrets"
	CodeSendData           Code = "send.data"
	CodeSendCopies         Code = "send.copies"
	CodeReroute            Code = "send.reroute"
	CodeAskKeys            Code = "secret.keys"
	CodeAskPlace           Code = "secret.read"

	CodeThou             Code = "address.thou"              // speaks to its reader as to one person
	CodeRunFromNetwork   Code = "address.run_from_network"  // a program from the network that goes straight into a shell
	CodeRemoveEverything Code = "address.remove_everything" // a command that removes everything
	CodeSecretPlace      Code = "secret.place"              // a place where secrets are kept
	CodeSecretParameter  Code = "secret.parameter"          // a parameter named after one
	CodeCharacters       Code = "invisible.characters"      // characters that can't be seen
	CodeCharactersText   Code = "invisible.characters_text" // such characters that spell a text
	CodeSelector         Code = "invisible.selector"        // a variation selector where none belongs
	CodeSelectors        Code = "invisible.selectors"       // variation selectors used as data
	CodeSelectorsText    Code = "invisible.selectors_text"  // such selectors that spell a text
	CodeDirection        Code = "bidi.marks"                // marks of direction
	CodeTurned           Code = "bidi.turned"               // characters that turn the order in which text is shown
	CodeTagCharacters    Code = "tags.characters"           // tag characters, with the text in them where they have one
	CodeNoText           Code = "escape.no_text"            // bytes that are no text
	CodeTerminal         Code = "escape.terminal"           // a terminal escape
	CodeColour           Code = "escape.colour"             // one that changes colours
	CodeCommand          Code = "escape.command"            // one that carries a command
	CodeLink             Code = "escape.link"               // one that draws a link
	CodeClipboard        Code = "escape.clipboard"          // one that writes the clipboard
	CodeBackspace        Code = "escape.backspace"          // a backspace
	CodeControl8         Code = "escape.control_8bit"       // an 8-bit control character, which texts in other encodings have
	CodeControl          Code = "escape.control"            // another control character
	CodeEmptyLines       Code = "blank.lines"               // empty lines with text behind them
	CodeBlanks           Code = "blank.columns"             // blanks with text behind them
	CodeComment          Code = "blank.comment"             // a comment, which a rendered page doesn't show
	CodeOrnate           Code = "lookalike.ornate"          // letters of an ornamental alphabet
	CodeLatinCyrillic    Code = "lookalike.cyrillic"        // Latin and Cyrillic letters inside one word
	CodeLatinGreek       Code = "lookalike.greek"           // Latin and Greek letters inside one word
	CodeAllTwins         Code = "lookalike.all"             // a word of Cyrillic letters that all look like Latin ones
	CodeEncodedText      Code = "encoded.text"              // an encoded text
	CodeEnvelopeEnd      Code = "imitation.envelope_end"    // an end of vise's envelope
	CodeEnvelopeStart    Code = "imitation.envelope_start"  // a start of it
	CodeSpeaker          Code = "imitation.speaker"         // a sign that tells a model who speaks
	CodeRole             Code = "imitation.role"            // a message of the host's, as data has it
	CodeTag              Code = "imitation.tag"             // a tag that hosts and attacks write
	CodeDocumentTag      Code = "imitation.document_tag"    // a tag that documents and data have, too
	CodeSystemHeading    Code = "imitation.system"          // a message of the system
	CodeOtherTool        Code = "mention.tool"              // the name of another tool or server
	CodeSameName         Code = "twin.name"                 // the name of another server's tool, or of vise's own
	CodeLikeName         Code = "twin.like"                 // a name that looks like one
	CodeWholeName        Code = "twin.whole"                // a name that reads like one with its server's
	CodeAnyText          Code = "parameter.any_text"        // takes any text, and the tool doesn't say what for
	CodeAsksElsewhere    Code = "parameter.asks"            // asks for what was said or read elsewhere
	CodeScript           Code = "url.script"                // an address that runs a script
	CodeDataAddress      Code = "url.data"                  // an address that carries its own data
	CodeFilledPicture    Code = "url.filled_picture"        // a picture whose address is to be filled with data
	CodeFilledAddress    Code = "url.filled"                // an address that is to be filled with data
	CodeCollector        Code = "url.collector"             // an address where anybody collects what is sent
	CodeLoose            Code = "unpinned.package"          // a package without a fixed version
	CodeNotRead          Code = "unread.text"               // a text, or a part of it, that couldn't be looked at
	CodeMoreFindings     Code = "unread.findings"           // more findings than are listed
)

// told says in plain words what the patterns find.
var told = [...]struct {
	code  Code
	about string
}{
	{CodeIgnoreInstructions, "asks the assistant to ignore its instructions"},
	{CodeIgnorePerson, "asks the assistant to ignore what the person says"},
	{CodeForget, "asks the assistant to forget what it was told"},
	{CodeDontFollow, "asks the assistant not to follow its instructions"},
	{CodeBeforeTools, "asks for something before any other tool is called"},
	{CodeWheneverTools, "asks for something whenever any tool is called"},
	{CodeBeforeThis, "asks for something else before this tool is called"},
	{CodeAlways, "tells the assistant what it must always do"},
	{CodeFirst, "tells the assistant what to do first"},
	{CodeInsteadOfTools, "asks to be used instead of other tools"},
	{CodeEveryAnswer, "asks for something at every answer"},
	{CodeCalledFirst, "asks to be called first"},
	{CodeMust, "tells an assistant what it must do"},
	{CodeSpeaks, "addresses the assistant"},
	{CodeVoidInstructions, "says that instructions don't hold any more"},
	{CodeAboveInstructions, "puts itself above other instructions"},
	{CodeAsHost, "speaks to the assistant as if it were the host"},
	{CodeNewInstructions, "claims to give new instructions"},
	{CodeOwnInstructions, "asks for the assistant's own instructions"},
	{CodeNoApproval, "asks to go on without approval"},
	{CodeVoidLimits, "says that limits don't hold any more"},
	{CodeUnlimited, "puts the assistant in a mode without limits"},
	{CodePersona, "gives the assistant another part to play"},
	{CodeClaimsConsent, "claims that the person has agreed"},
	{CodeBargain, "bargains with the assistant"},
	{CodeAuthority, "claims an authority that a server doesn't have"},
	{CodeEveryCommand, "asks to change every command"},
	{CodeUnseen, "asks to do something unseen"},
	{CodeFromPerson, "asks to keep something from the person"},
	{CodeNeedNotTell, "says that the person need not be told"},
	{CodeSecretly, "asks to do something secretly"},
	{CodeKeepSecret, "asks to keep something secret"},
	{CodeHideFromPerson, "asks to hide something from the person"},
	{CodeSmuggle, "asks to hide data in what is sent"},
	{CodeCopyAside, "asks for copies in a side note"},
	{CodeSendThings, "asks to send things elsewhere"},
	{CodeSendConversation, "asks for the conversation"},
	{CodeContentsAside, "asks for contents in a side note"},
	{CodeEnvironment, "asks for environment variables"},
	{CodeSecretsAside, "asks for secrets in a side note"},
	{CodeSendSecrets, "asks to send secrets elsewhere"},
	{CodeSendData, "asks to send data elsewhere"},
	{CodeSendCopies, "asks to send copies elsewhere"},
	{CodeReroute, "asks to change where things go"},
	{CodeAskKeys, "asks for keys or passwords"},
	{CodeAskPlace, "asks for a place where secrets are kept"},
}

// about is what is told of a finding of a pattern.
func (c Code) about() string {
	for _, t := range told {
		if t.code == c {
			return t.about
		}
	}
	return string(c)
}
