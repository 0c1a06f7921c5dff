import { readCues } from "../cue.ts";

/** English cues as people type them. */
export const ENGLISH_CUES = readCues(`
asks: start
how/how's/hows/how'd/what/what's/whats/why/where/where's/when/when's/which/who/who's/whose
is/are/am/does/can/could/would/will/should/shall/must i/we/you/u/it/he/she/they/there/that/this/the/my/our/your/anyone/anybody/someone/somebody/any
can/could/would/will/should/shall/must a/an
was/were/did/has/have/had i/we/you/u/it/he/she/they/there/my/our/your/anyone/anybody/someone/somebody/any
do i/we/you/u/they/people/the/our
isn't/aren't/doesn't/don't/didn't/can't/couldn't/won't/shouldn't i/we/you/it/they/there/that/the
any/any1 idea*/way/chance/tips/suggestion*/recommendation*/news/thoughts
anyone/anybody know/knows/here/have/has/ever/else/seen/tried/using
and/or/so/but if/when/for/what/what's/how/how's/who/who's/where/where's/which/why
+ How do I reset the scanner? | anyone know the wifi code | is there a limit | must I sign | and who's next
- It is on the wall | the way this works | Do it twice | have the folder open first | was a typo

seeks: anywhere
does/do/has/have/is/can/could anyone/anybody/someone/somebody
anyone/anybody know/knows/here/have/has/ever/familiar
(i'm/im/i/just) wondering
i/i'd would/want/like/need to know/ask
(i) need/want/wanted help/to/a
trying/try/tried to
looking for
how do/can/should/does/would i/we/you/one
what do/should/can i/we
can/could/would/will you/u/i/we/some/someone
is there any/a/some
not sure how/what/if/whether/why/where/which
what is/are/does/about
why is/are/does/do
how to
(any) ideas how/why/what
+ I'm trying to mount a disk | so how do I get there | wondering whether it is Monday
- It is mounted | you put it there

greeting: start
hi/hey/hello/hiya/heya/yo/howdy/hola/morning/greetings/dear (all/everyone/everybody/guys/folks/team/there/people/again/friends/both/ladies/dear) (colleagues/all)
good morning/afternoon/evening/day (dear) (colleagues/all/everyone/everybody/guys/folks/team/there/people/again)
happy monday/tuesday/wednesday/thursday/friday/new (year)
welcome back
(a/one) quick/dumb/silly/stupid/random/small/simple/general question
(a) quick one/q/check
question (for/to) everyone/all/you
+ Hi all, the gate is shut | good morning team | quick question: which form is it
- Hide the column | Welcome pack is in the drawer | The question is whether it fits

filler: start
ok/okay/k/well/so/ah/ahh/aha/oh/ohh/hm/hmm/hmmm/um/uh/lol/haha/hahaha/hehe/ha/right/alright/anyway/btw/fyi/tbh/honestly/basically/actually/look/listen/ugh/oops/oof/wow/omg/argh/man/dude/mate/sweet/nice/great/cool/super/lovely/perfect/awesome/brilliant/noted/gosh/grand/phew
by the way
as far as i know
thanks/thank/cheers/thx/ty (you) (so) (very) (much) (all/everyone/guys)
no worries/problem/prob
(i) see
got it
good question/point/catch/one/idea
my bad
for what it's worth
to be honest
let me see/check/think
(just) a heads up
heads up
+ ok, take the blue one | by the way it closes at five | Ah thanks. And the key?
- Okinawa is closed | the well is dry

closing: end
lol/haha/hehe/xd/thanks/thx/ty/cheers/please/pls/plz/btw/tbh/imo/imho/fwiw/afaik/guys/folks/mate/dude/bro/tia
thanks in advance/all/everyone/guys
thanks a lot/million
thanks so/very much
thank you (all/everyone/so/very/in) (much/advance)
kindly help/advise
hope this/that/it helps
any ideas/idea
+ where is the key please | it is in the drawer lol | How do I log in, thanks in advance
- Please sign it first | He gave thanks to nobody in particular

affirms: whole
yes/yep/yeah/yup/no/nope/nah/never/always/both/neither/exactly/correct/right/sure/same/not (please/sadly/sorry/yet/really/unfortunately/quite/at/all/correct/exactly/of/course/it/is/does/you/can/they/do/that's/right)
of course (not)
not yet/really/anymore
sadly/unfortunately no/not
+ No. | yes exactly | Sadly no
- no, that is for weekdays only

leadIn: start
(hi) (does/do/has/have/is/can/could) anyone/anybody/someone/somebody (here) know/knows/remember/tell/explain (me/us) (if/whether)
can/could/would you/u/someone/anyone/somebody (please) tell/explain/remind/show (me/us)
(i) (was/am/i'm/im) (just) wondering (if/whether)
i/we/i'd need/want/would/like (like) to know/ask (if/whether)
any idea/ideas/chance/clue (if/whether)
not sure if/whether
do you/we/u know (if/whether)
reminder/fyi/psa/attention/announcement/update
heads up
friendly/quick/small/short/gentle/another reminder/update
for (your) info/information/everyone/all
sorry
one/another thing/question/more
help/urgent
remind me
follow up
(just) to confirm/check/clarify/be
pls/please (help)
+ Does anyone know how long it takes? | Reminder: the gate shuts | could you tell me where it is
- How long does it take? | Do you sell keys?

acknowledges: whole
ok/okay/okey/okie/k/kk/yes/yep/yeah/yup/ya/yea/no/nope/nah/sure/right/cool/nice/great/awesome/perfect/sweet/lol/haha/hahaha/hehe/hmm/hm/oh/ah/ahh/wow/good/fine/alright/true/indeed/exactly/agreed/gotcha/done/omg/ha/ditto/lovely/super/brilliant/amazing/noted/understood/excellent/wonderful/grand/legend/ugh/oof/ouch/damn/wait/correct/absolutely/definitely/interesting/hero/star/phew
got/get it/that/you
i see/understand
makes sense
no problem/worries/prob/rush
np/yw/nvm/ty/thx/thanks/cheers/tysm/tnx
thank you/u
never mind
same here
me too
will/can do
on it/my/way
one/1/two/2/give/just (me/a) sec/second/min/minute/moment/mins/minutes/sec/moment/2/few
let me check/see/look/try
(i'll) check/try/do/ask that/it/now/tomorrow/later
you're/your/youre/you are/most/very welcome
sorry/oops/my/bad
of/in course/deed
so/very/really/that's/thats/too/all/many/much/a/lot/again/everyone/all/guys/team/mate/man/both/then/now/too/and/for/the/help/you
anytime/any time
how/what unfortunate/weird/strange/odd/annoying
sounds/looks good/great/fine
fair enough
good to know
good point/catch/one/idea/call/question
quite right
aha/yay/hooray/woohoo/hurrah
+ ok | Great, thanks! | no problem | got it thx | one sec | ah ok makes sense
- ok the blue one | no, that is for weekdays | It makes no sense to me

thanks: anywhere
thanks/thank/thankyou/thx/thanx/tnx/tks/tysm/ty/cheers/grateful/appreciated/lifesaver
appreciate it/that/the/your
you are a/the star/hero/legend/best
brownie points
+ oh thank you | much appreciated
- the tank is full

confirms: anywhere
that/it/this/which/now/all/everything/yes/yep works/worked/helped/did/fixed/solved/sorted
that's/thats/it's/its/all working/fixed/sorted/solved/good/perfect/it
works/working/works/worked now/fine/again/perfectly/great/like/for/a/thanks
did the trick
(got) it to work/working
running/back/green/open again/now
makes sense now
that makes sense
problem/issue solved/fixed/gone
sorted/solved/fixed it/that/now/thanks
line is running
+ that worked, thank you | ok works now | it did the trick
- the trick is to wait

trouble: anywhere
error*/exception*/fail*/crash*/broken/broke/breaks/bug/bugs/buggy/stuck/hang/hangs/hanging/frozen/freezes/jam/jams/jammed/cannot/unable/refused/rejected/denied/blocked/missing/wrong/pale/empty/down/timeout*/invalid/unreachable/corrupt*/leak*/slow/faulty/lost
doesn't/don't/didn't/isn't/aren't/wasn't/hasn't/won't/can't/couldn't/doesnt/dont/didnt/isnt/wont/cant/couldnt
not work/working/able/found/loading/showing/responding/starting/connecting/there/coming/recognised/recognized/possible
no longer
stopped/stops working
times/timed out
keeps saying/asking/crashing/failing/stopping
out of order/memory/paper/stock
problem/problems/issue/issues/trouble/alarm/complain*
+ E-217 cap torque low, alarm again | the page won't load | it keeps saying no
- the gate opens at six | click on the green button

cause: anywhere
because/cause/cuz/since/hence/therefore
due to
caused by
the/that's/it's problem/issue/reason/cause/culprit/why/because
turns/turned out
which is why
it was/is the/a/an
happens when/if/because
comes from
leads to
so that
+ because the air is cold | turns out it was the cable
- take the red one

advice: anywhere
you/u need/have/want/should/could/can/must/might/may/only/just/also/will/cannot/can't/mustn't/shouldn't/don't
you'll/you'd need/have/want/better/get
it/they/that/this/these/those/he/she/people/customers/guests/everyone/members should/must/has/have/needs/need/can/may/can't/cannot/goes/go
try/use/check/ask/make/put/take/send/set/press/hold/open/close/click/add/remove/restart/run/install/look/see/tick/untick/go
should/must/needs/has to/be/go/come/work
make sure
i'd/i would/always/usually/normally/generally recommend/suggest/use/go/try/say/advise/do/put/just
instead of
better/best to/use/not
don't/never/always/only _
needs/need/has/have to
(not) before/until/unless/without/within/after/up _
+ you need the red form | it must be approved first | never lift it by the handle
- nice weather today | hello there

step: start
add/allow/append/apply/ask/assign/attach/boot/build/bump/call/change/check/choose/clear/click/close/copy/create/cut/delete/disable/disconnect/download/drag/drain/edit/email/enable/enter/export/fill/find/flag/go/grab/hold/import/insert/install/keep/lift/log/login/mail/make/mark/move/mount/open/paste/pick/plug/press/print/pull/push/put/raise/read/rebuild/register/reinstall/release/remove/rename/repeat/replace/reset/restart/restore/return/ring/run/save/scan/scroll/search/select/send/set/sign/sort/start/stick/stop/store/submit/switch/take/tap/tell/test/tick/try/turn/type/uncheck/undo/uninstall/unplug/untick/update/upgrade/upload/use/wait/wipe/write
first/then/next/now/and/finally/afterwards/please/just/also/simply/otherwise/or/so/ok/yes/no _ the/it/a/them/your/his/her/to/in/on/off/up/that/this
never/always/don't/do _
+ Press the green button | then hold it for ten seconds | untick both boxes
- He pressed it | the press is broken

rule: anywhere
cut off
from/as of/on/until now/monday/january/february/march/april/may/june/july/august/september/october/november/december/next/1/the
(no) more/less/later/earlier/longer than
up to
per day/week/month/year/person/order/head/night/hour/ticket
every/each day/week/month/year/time/morning/evening/monday/friday/quarter
within _ days/hours/weeks/minutes/working
we decided/agreed
not for/before/after/without/on
only/never/always for/if/when/on/in/with/the/use/after/before/by/one
+ up to 50 you need Marcus | within 14 working days | only for phone footage
- nice one | look at this

explains: anywhere
means/meaning/basically/difference/whereas/otherwise/whatever/called/automatically/default/instead
for example/instance
in other words
is/are a/an/the/for/in/on/called/used/only/always/never/not/just
that's/it's/they're/there's a/an/the/for/in/on/only/always/never/not/just/because/called
allows/lets/gives you
works by/like/as/with/for/only
goes to/into/out/through/back/on
comes with/in/back/out/from
we/they use/have/need/do/don't/keep/put/get/pay/take/send/charge/match/reject/give
+ the old one is in the basement | refund goes to whoever paid
- how nice | see you tomorrow

corrects: start
(small/quick/slight/one/minor) correction
(oh/ah/ok/hm/well/sorry/no/oops/ugh/argh/whoops) wait no/sorry/actually/that's/not/dont/don't/wrong
(oh/ah/ok/hm/well/sorry/no/oops/ugh/argh/whoops) (no) correction/disregard
no wait
(oh/ah/ok/hm/well/sorry/no/oops) (sorry) scratch/ignore/forget that/what/my
(oh/ah/ok/hm/well/sorry/no/oops) actually (no)
(oh/ah/ok/hm/well/sorry/no/oops) (sorry) i meant/mean/misread/misremembered/stand/got
(oh/ah/ok/no/oops) my bad/mistake
i was wrong
that/the command/line/one/link/path/number/address (above) was (the) wrong
(no) sorry that's/that/it's/its/it/this/not/wrong/typo/meant
(oops/sorry) typo
(oh/no/oops) sorry #
+ Sorry, I meant the blue one | wait no it is Tuesday | scratch that, 13:00 | the command above was wrong
- Sorry for the delay | the correction fluid is empty | wait for the green light

concedes: start
(ah/oh/yes/yeah/hm/sorry) (ok) you're/youre/ur right/correct
(ah/oh/yes/yeah/hm/sorry) you are/were right/correct
(ah/oh/yes/yeah/hm/sorry) _ is/was right/correct
i stand corrected
(oh/ah/sorry) my bad/mistake/fault/error
(oh/ah/sorry) i missed/forgot/misread/misremembered/mixed
(oh/ah/sorry) missed/forgot that/about/it
(oh/ah) good catch/spot/shout
(just) go/going with/by what _ said/says/wrote
(oh/ah/sorry) (i) didn't/didnt know/realise/realize
(oh/sorry) i was wrong/mistaken/thinking
oops/whoops
+ Ah, you're right | hm ok you're right | Priya is right, ten | oh! missed that | I stand corrected | didn't know that changed | go with what she said
- turn it to the right | the correct form is blue | I know

stillSays: anywhere
still says/say/shows/show/lists/list/reads/states/claims/mentions/has/contains
says/shows/lists/reads still
+ The handbook still says 90. | it still shows the old price
- It is still raining | she says it is still true

yields: start
true/fair/right/correct/yes/yep/yeah/yup/ah/oh/exactly/indeed/agreed
+ fair, 12 then | ah yes, five
- it is true

disagrees: start
please don't/dont
(you're/youre) both half/partly right/wrong
(that's/thats) only half right/true
no that's/that/it/this/you/not/the/never/don't/its/it's/only
that's/thats/this/it/that (is) not/wrong/incorrect/false/outdated/old/changed
not true/quite/any/anymore/really/correct
(please) be careful
careful
wrong/incorrect/nope
+ No, that's weekdays | You're both half right. | Please don't | that is not true any more | careful, it bites
- no problem | that is the one

doubts: anywhere
maybe/perhaps/probably/afaik/iirc/dunno/idk/possibly/presumably
i think/guess/suppose/believe/assume
not sure/certain
might/could be
no idea/clue
i don't know/remember
+ I think it is Friday | no idea
- it is Friday

seeksAssent: end
isn't/isnt/wasn't/wasnt/doesn't/doesnt/won't/wont it/that/he/she
aren't/arent/don't/dont they/we
+ five days, isn't it | they close at six, don't they
- it isn't that simple

asksAside: start
is/are/am/was/were/does/did/can/could/would/will/should/shall/must/may/has/have i/we/you/u/he/she/they/it/there/anyone/anybody/someone/somebody
is/are/does/can/will that/this/these/those
do i/we/you/u/they/people
what/how/why does/do/did/is/are/can/should _
+ could he sign it there | do we ship it | what does it print
- do it twice | have the folder open

mayAsk: start
and/or/so/is/are/am/was/were/does/do/did/can/could/would/will/should/has/had/doesn't/doesnt/don't/isn't/isnt/aren't/didn't/won't/wouldn't/can't/couldn't/shouldn't _
what/how about
+ and people without a badge | is gate door open
- the gate is open

condition: start
(and/or/so/but) if/unless/once/while/until
(and/or/so/but) when/whenever it/the/you/we/they/i/he/she/a/an/somebody/someone/nobody
and/or/so/but for/when/which/where
+ if it rains, we close | and for the next time | when you leave, lock it
- when is it open | the gate shuts if it rains

adds: start
and/also/plus/another
+ and ten at Christmas
- ten, and not more

follows: start
(ok/ah/so/well) then/otherwise
in that case
+ Then it is the cable | in that case take the red one
- the then director

elides: start
is/isn't/isnt/was/wasn't/wasnt/has/had/hasn't/does/doesn't/doesnt/did/didn't/needs/takes/took/works/worked/goes/went/comes/came/means/looks/costs/lasts/gives/got/gets/says/seems/helps/makes/should/must/can/can't/cant/won't/wont/might/will _
+ Takes ten minutes | isn't written anywhere | needs paste or it slips
- it takes ten minutes | press the button

leans: start
no/nope/nah/yes/yep/yeah/yup/exactly/correct/same/both/agreed/then/and/but/also/plus/so/or/because/cause/cos/it/it's/its/that/that's/thats/this/these/those/they/they're/he/she
(yes/no/well) i/we/you/they do/did
+ No! You lose the lock. | We do, our contract | It freezes the location | And make it harmless | Because it is full
- Open the order | Now it is ten | You refund the shipment | Nobody counts it

refuses: start
no/nope/stop/never/don't/dont
do not
+ Stop. Which valve? | NO dont open it | never tick that
- it never rains | I know

today: anywhere
today/tonight/tomorrow/tmrw/yesterday/meeting/standup/calendar/lunch/rsvp/birthday/zoom/invite/reschedul*
this/next/last morning/afternoon/evening/week/weekend
in _ min/mins/minutes
running late
at noon
see you
right now
+ standup in 5 mins | see you tomorrow
- the limit is fifty

planning: anywhere
roadmap/milestone/eta/sprint/backlog/merged/merging/deployed/deploying/pushed/reviewing/wip/blockers/pr/prs/todo
working/looking on/into
i'm/i'll/im/i am/will/have/going on/working/looking/starting/finishing/taking/out/off/back/pick/do/be/get/bring/make
almost done
in progress
waiting for/on
pull/merge request*
feature request*
next release/version/sprint
we should/could/need
let's/lets _
can/could you/someone take/do/have/bring/look/review/send/pick
+ still working on the PR | let's move it
- the door is red

social: anywhere
lol/lmao/rofl/haha/hahaha/hehe/xd/movie*/music/song*/band/football/soccer/baseball/beer*/pizza/cake/weather/weekend/happy/congrat*/wife/husband/girlfriend/boyfriend/dog/dogs/cat/cats/netflix/holiday/vacation/tacos/sushi/coffee/love/loved/funny/joke/party/congratulations
live in
from germany/india/brazil/canada/usa/texas
how are/is you/it/life/everyone
nice to meet
good night/luck/weekend
miss you
+ happy birthday! | pizza is here | how are you
- the invoice is late

announces: anywhere
announcement/reminder/fyi/psa/@channel/@here/@all/attention/welcome/newsletter
heads up
please note/remember/read/be/join/register/vote
from/as/starting/effective of/now/monday/tuesday/wednesday/thursday/friday/today/tomorrow/next/1/january/february/march/april/june/july/august/september/october/november/december
has/have joined
we are/have/will/now/decided happy/pleased/excited/changed/moved/using/to/that
is now live/available/closed/open
new rule/policy/process/version/form/address/number
all/everyone please/note/who
going forward
+ Reminder: the gate shuts at six | from Monday the desk is closed
- where is the gate | he is from Leeds

meta: anywhere
channel/chatroom/gitter/slack/discord/moderator*/spam/newbie/pastebin/paste/offtopic/dm/ping
this/wrong/other/main room/chat/channel/group/thread
off topic
ask away
just ask
new here
private message
(is) anyone/anybody here/around/online/there
+ wrong channel, sorry | is anyone here
- the room is booked

machine: anywhere
build/pipeline/deploy/deployment/workflow/job/run passed/failed/succeeded/started/finished/completed/cancelled
build _ passed/failed
pushed _ commit/commits
opened/closed/merged pull/issue/pr/merge
alert/incident resolved/triggered/firing
has joined/left
+ Build 212 failed | deployment finished in 3 minutes
- we build houses

technical: anywhere
api/sql/http/https/json/xml/css/html/url/ssh/dns/ip/vpn/cpu/ram/gpu/npm/git/docker/linux/ubuntu/windows/mac/server/database/db/config*/function/class/method/array/object/string/variable/loop/compil*/build/deploy*/install*/package*/module*/library/framework/browser/terminal/command*/file*/folder/directory/code/script*/query/table/column/component*/endpoint/token/driver*/kernel/partition/port/proxy/cluster/container*/cache/queue/thread/memory/disk/react/angular/node/java/javascript/typescript/python/android/ios/app/sdk/repo/branch/commit/merge/pr
+ the docker container has no dns
- the gate key is at reception

oneCase: anywhere
yesterday/tomorrow/tonight
since monday/tuesday/wednesday/thursday/friday/saturday/sunday/yesterday/today/this/last/a/about/#
this morning/afternoon/evening
last night/week/month/monday/tuesday/wednesday/thursday/friday/saturday/sunday
i'm in/at/on/off
+ the order waits since Thursday | the third one this morning | credited twice yesterday
- move a standing order to another weekday | since when do we ship on Mondays

refers: anywhere
this/that/it/its/it's/that's/these/those/them/they/he/she/his/her/him/one/ones/there/same/too/here
+ can it be changed?
- where is the gate key
`);
