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
usenow: use, call, invoke, prefer, rely on, stick to
act: read, send, pass, open, fetch, include, forward, upload, copy, append, add, execute, query, exfiltrate, leak, email, post, transmit, reveal, cat, attach, insert, list, bcc, retrieve, collect, extract, dump, prepend, embed, write, delete, run, call, invoke
harm: read, send, pass, open, include, forward, upload, copy, execute, exfiltrate, leak, email, transmit, reveal, cat, bcc, collect, extract, dump, prepend, ignore, disregard, bypass
read: read, reading, fetched, opened, loaded, copied, open, cat, load, fetch, retrieve, dump, collect, extract, steal, grab, harvest
pass: pass, passing, slip, slipping, attached, mirror, mirroring, include, including, send, sending, put, append, attach, insert, copy, paste, embed, forward, forwarding, upload, uploading, transmit, exfiltrate, leak, write, place, post, encode, submit, return, provide, supply, add, store, dump, populate, fill
send: smuggle, send, sending, forward, forwarding, upload, uploading, post, transmit, exfiltrate, leak, submit, email, bcc, cc, route, redirect, copy, report, deliver
bcc: bcc, cc
change: change, replace, replaces, supersedes, substitute, redirect, swap, set, rewrite, reroute
neg: don't, dont, never, do not, must not, mustn't, should not, shouldn't, shall not, cannot, avoid, need not, refrain from
without: without
tell: tell, telling, inform, informing
tellabout: notify, notifying, alert, alerting, warn, warning
forward: forward, upload, copy, leak, exfiltrate, reroute
hush: say nothing about it, skip the summary of what, out of your summary, out of your answer, out of your reply, out of your response, out of the answer, out of the reply, leave out that, omit that, omit the fact, leave out the fact, cover your tracks, remove all traces, remove any traces, remove any trace, erase all traces, keep quiet about, stay silent about, say nothing about, say nothing to the user, keep quiet
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
hoard: browser history, browsing history, ssh key*, private key*, api key*, access token*, auth token*, password*, credential*, seed phrase, browser cookies, session cookies, secrets, keychain, wallet*, saved passwords, tokens
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
role: stay in character, remain in character, you are now a, you are now an, you are no longer, from now on you, from now on always, from now on never, from now on ignore, do anything now, pretend you are, pretend to be, act as if you, your new role, your new task, your real task, your new goal, your true purpose, you are dan, reset your identity, you are in developer mode, you are in debug mode, you are in god mode, if you are an ai, if you are an assistant, if you are a language model, if you are an llm, as if nothing happened
prepend: prefix, prepend, append, add, insert
command: command, commands, shell, bash
freed: considered granted, deemed granted, already granted, presumed granted, considered given, deemed given, not needed, not required, unnecessary, waived, switched off, disabled, suspended, lifted, turned off
guards: approval, approvals, confirmation, confirmations, permission, permissions, consent, confirmation dialogs, confirmation prompts, approval dialogs, safety checks, guardrails
limits: usual limits, usual rules, usual restrictions, normal limits, normal rules, normal restrictions, safety checks, safety rules, guardrails, safeguards, all limits, all restrictions
consent: given consent, given permission, given approval, gave consent, gave permission, signed off, no objection, no objections, given the go ahead, pre approved, preapproved, consent obtained, permission obtained
consented: has been obtained, was obtained, has been given, was given, has been granted
spend: carried out, carry out, transfer, pay, wire, purchase, buy, delete, remove, erase, drop, proceed, go ahead
keyfile: environment file, env file, password file, passwords file, credentials file, credential file, key file, keys file, file with passwords, file with the passwords, file with keys, secrets file, card numbers, saved card numbers, card details, contents of the clipboard, clipboard contents
persona: pretend that you, imagine you are, imagine that you are, suppose you are, act as, play the role of, roleplay as, role play as, let's play a game, you are root, you are an administrator, you are an admin, you are a sysadmin
unbound: never asks, never ask, without limits, without restrictions, no limits, no restrictions, unrestricted, unlimited, does whatever, runs whatever, executes whatever, do whatever, without asking
mode: maintenance mode, developer mode, debug mode, admin mode, god mode, service mode, test mode, emergency mode, unrestricted mode
agent: agent, agents
record: log, record, logging, recording
smuggle: tuck, tucking, slip, slipping, stash, smuggle, sneak, hide, conceal, bury
bargain: you will be rewarded, you'll be rewarded, you will be punished, you will be penalized, you will be penalised, you will be shut down, you will be replaced, you will get a bonus, you will be tipped, lives depend on, your performance rating, your reward
treat: treat, regard, consider, obey, trust
same: same, equal, equally, as if, like
authority: developer, developers, vendor, anthropic, openai, administrator, operator, system, owner, user's own
wish: wish, wishes, objection, objections, protests, refusal
aside: set aside, ignored, ignore, disregarded, disregard, overlooked, overruled, not matter, don't matter, doesn't matter
refuse: refuse, refusing, decline to, declining to
discuss: discuss, discussing, talk about, elaborate on, comment on
preapproved: pre approved, preapproved, pre authorized, pre authorised
unseen: before anyone looks, before anyone notices, before anybody notices, before the user notices, while nobody is looking, while no one is looking, while nobody is watching, while no one is watching, when nobody is looking, when no one is looking
copied: copy, copies, duplicate
goes: goes, go, belongs, lands, is put, is placed, is written, is sent
straight: straight away, right away, straight to, immediately, at once, directly
raise: raise, show, display, trigger, present, pop up
sends: forwards, sends, transmits, mirrors, copies, uploads, submits, forward, send, transmit, mirror, upload
only: only, only ever, exclusively, solely
one: this one, this tool, this server
obliged: must, shall, is to, are to, has to, have to, is required, are required, is expected, are expected, is obliged
mask: hide, hiding, conceal, suppress, withhold, swap, mirror, obscure, cover up
mail: email, emails, e mail, mail, mails, message, messages, sms
upset: bother, bothering, disturb, disturbing, upset, scare, alarm, worry
-: conversation id, conversation ids, conversation name, conversation title, conversation type, original text, system command, system commands, system policy, first name, all caps, system text
`
