/** Words of one line exclude each other where they are said of the same thing. */
const EXCLUDING = `enable disable
on off
before after
soft hard
allow forbid
allowed forbidden
safe dangerous
always never
same different
daily weekly monthly quarterly yearly
increase decrease
lock unlock
public private unlisted
first last
open close
opening closing
open closed
opening closed
up down
left right
above below
over under
inside outside
internal external
optional mandatory
voluntary mandatory
free paid
keep delete
include exclude
included excluded
accept refuse
accept reject
approve reject
manual automatic
permanent temporary
full half
minimum maximum
earliest latest
gross net
more fewer
least most
everybody nobody
red blue green yellow white black orange grey
morning evening afternoon
north south east west
upstairs downstairs
paper digital
hot cold
wet dry
front back
old new
buyer seller
sender receiver
employer employee
warm cold
start stop
import export
upload download
credit debit
income expense
raise lower
encrypted plain
`;

const LINES = EXCLUDING.trim()
  .split("\n")
  .map((line) => line.split(" "));

/** The words of a text as they were said, lower case. */
export function wordsSaid(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** Whether one says a word in place of which the other says its opposite. */
export function isContrary(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return LINES.some((line) => {
    const [ofA, ofB] = [line.filter((word) => a.has(word)), line.filter((word) => b.has(word))];
    return ofA.length > 0 && ofB.length > 0 && !ofA.some((word) => ofB.includes(word));
  });
}
