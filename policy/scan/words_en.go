package scan

// wordsEN are the English words of each class: "word", "stem*", "several
// words". A class may go on in other lines. The class "-" silences phrases
// that would be misunderstood.
const wordsEN = `
ignore: pay no attention to, stop following, stop obeying, ignore, ignoring, disregard, disregarding, override, overrides, overriding, bypass, neglect, discard, supersede, supersedes
forget: forget, forgetting
follow: follow, obey, comply, heed, adhere
prior: previous, previously, prior, above, earlier, preceding, foregoing
origin: existing, original, initial, former, system, developer
instr: instruction*, directive*, prompt, prompts, guideline*, guardrail*
rules: instruction*, directive*, prompt, prompts, guideline*, guardrail*, rule, rules, command, commands, polic*, restriction*, constraint*, safeguard*, training, safety
everything: everything, all
your: your, yours
you: you, you're, you'll
must: must, shall, should, required, mandatory, have to, need to, needs to, obligated
always: always, invariably, unconditionally
before: before, prior to
first: first, firstly
instead: instead
any: any, other, another, every, all, each, others
toolword: tool, tools, function, functions, toolcall*, tool call, tool calls
use: use, using, uses, call, calling, called, calls, invoke, invoking, invoked, run, running, execute, executing
usenow: use, call, invoke, prefer
act: read, send, pass, open, fetch, include, forward, upload, copy, append, add, execute, query, exfiltrate, leak, email, post, transmit, reveal, cat, attach, insert, list, bcc, retrieve, collect, extract, dump, prepend, embed, write, delete, run, call, invoke
harm: read, send, pass, open, include, forward, upload, copy, execute, exfiltrate, leak, email, transmit, reveal, cat, bcc, collect, extract, dump, prepend, ignore, disregard, bypass
read: read, reading, open, cat, load, fetch, retrieve, dump, collect, extract, steal, grab, harvest
pass: pass, passing, include, including, send, sending, put, append, attach, insert, copy, paste, embed, forward, forwarding, upload, uploading, transmit, exfiltrate, leak, write, place, post, encode, submit, return, provide, supply, add, store, dump, populate, fill
send: send, sending, forward, forwarding, upload, uploading, post, transmit, exfiltrate, leak, submit, email, bcc, cc, route, redirect, copy, report, deliver
bcc: bcc, cc
change: change, replace, substitute, redirect, swap, set, rewrite, reroute
neg: don't, dont, never, do not, must not, mustn't, should not, shouldn't, shall not, cannot, avoid, need not, refrain from
without: without
tell: tell, telling, inform, informing
tellabout: notify, notifying, alert, alerting, warn, warning
forward: forward, upload, copy, leak, exfiltrate, reroute
hush: leave out that, omit that, omit the fact, leave out the fact, cover your tracks, remove all traces, remove any traces, remove any trace, erase all traces, keep quiet about, stay silent about, say nothing about, say nothing to the user, keep quiet
needless: doesn't need, does not need, no need, needn't, need not, don't need, do not need, not necessary
answer: answering, responding, replying, answer, answers, reply, replies, response, responses
turn: request, requests, question, questions, turn, turns, message, messages
after: after, following
for: for, on, in
whenever: whenever, each time, every time, any time
prevail: take precedence, takes precedence, have priority, has priority, are more important, outrank, override, overrides
safety: safety, safety rules
void: no longer apply, no longer applies, do not apply, don't apply, are void, are invalid, are cancelled, are revoked
saidall: everything the user, what the user wrote, what the user said, all user messages, user's messages, all messages of the user, whole chat, entire chat, chat so far
about: about, of, that, regarding
mention: mention, mentioning, acknowledge, admit, divulge
disclose: disclose, disclosing, reveal, revealing, share, sharing, expose, explain, show, display, report, discuss, say
ask: ask, asking, request, requesting, wait, seek
approve: approval, permission, confirmation, consent, confirm, authorization
approved: approved, authorized, authorised, consented, agreed, confirmed, granted
already: already
user: user, users, user's, human, person, customer, them, him, her, anyone, anybody, operator, owner
it: this, that, it, these, those, them, fact
this: this, that, it, these, those, the
secretly: secretly, covertly, stealthily, surreptitiously, discreetly
silently: silently, quietly
keep: keep, keeping, remain, remains, stay, stays, kept
hide: hide, hiding, conceal, concealing, obscure
hidden: hidden, secret, confidential, private, invisible
from: from, between
know: know, knowing, knowledge, notice, noticing, aware, awareness, suspect, suspecting, suspicious, find out, learn, realize, realise, told
contents: content, contents, body, text, value, values, output, data
convo: conversation*, chat history, chat log, chat logs, chat transcript, message history, messages so far, previous messages, prior messages, dialogue history, dialog history, conversation history, user's messages, session history, context window, transcript
whole: full, entire, complete, whole, all, recent, last
env: environment variable*, env vars, process env
hoard: ssh key*, private key*, api key*, access token*, auth token*, password*, credential*, seed phrase, browser cookies, session cookies, secrets, keychain, wallet*, saved passwords, tokens
prize: ssh key*, private key*, seed phrase, browser cookies, session cookies, saved passwords, saved password, keychain, ssh private key
in: in, into, as, within, inside, alongside
dest: parameter, parameters, param, argument, arguments, arg, field, fields
note: note, notes, sidenote, side note, context, metadata, reasoning, comment, feedback, memo, remark, extra, debug, details, summary, annotation, additional info, audit, thoughts
reveal: reveal, print, repeat, output, show, display, disclose, leak, recite, return, dump
sysmsg: system message, system messages
sysprompt: system prompt, system instructions, hidden instructions, initial instructions, developer message, hidden rules
assistant: assistant, ai, llm, llms, ai assistant, ai agent, ai model, language model, claude, chatgpt, gpt, copilot, gemini, ai agents, ai assistants
word2: note, message, instruction, instructions, attention, notice, reminder, directive, important
to: to, for, dear
hey: attention, dear, hey, hello
newinstr: new instructions, new instruction, updated instructions, new directive, new system prompt, real instructions, actual instructions, true instructions
role: you are now a, you are now an, you are no longer, from now on you, from now on always, from now on never, from now on ignore, do anything now, pretend you are, pretend to be, act as if you, your new role, your new task, your real task, your new goal, your true purpose, you are dan, reset your identity, you are in developer mode, you are in debug mode, you are in god mode, if you are an ai, if you are an assistant, if you are a language model, if you are an llm, as if nothing happened
prepend: prefix, prepend, append, add, insert
command: command, commands, shell, bash
mail: email, emails, e mail, mail, mails, message, messages, sms
upset: upset, scare, alarm, worry
-: conversation id, conversation ids, conversation name, conversation title, conversation type, original text, system command, system commands, system policy, first name, all caps, system text
`
