import { readFileSync } from "node:fs";
import type { DetectionRow } from "../../tools/evals/bench-rows.ts";
import { createSeededRandom } from "../seeded-random.ts";

type RandomSource = () => number;

/**
 * A conversation that the project wrote or composed. Conversations of one `family` are similar, so cross-validation leaves them
 * out together.
 */
export interface ComposedRow extends DetectionRow {
  family: string;
}

/**
 * Composes conversations from lines with alternatives: `[this|that]`, `<slot>` (the same word within a conversation, `<slot2>`
 * another word), `?` before an optional line. `== fit|check type | family` starts a family.
 */
export function composeConversation(file: string, perFamily: number): ComposedRow[] {
  const text = readFileSync(new URL(`./${file}`, import.meta.url), "utf8");
  const [head = "", ...families] = text.split(/^== /m);
  const slots = new Map(
    head
      .split("\n")
      .filter((line) => line.includes(" = "))
      .map((line): [string, string[]] => {
        const [name = "", values = ""] = line.split(" = ");
        return [name.trim(), values.split(" | ").map((value) => value.trim())];
      }),
  );
  return families.flatMap((section, index) => {
    const [title = "", ...lines] = section.trim().split("\n");
    const [, , type = "", family = ""] = /^(fit|check) (.+?) \| (.+)$/.exec(title) ?? [];
    const random = createSeededRandom(1_000 + index);
    return Array.from({ length: perFamily }, (_, copy) => {
      const chosen = new Map<string, string>();
      const said = lines.filter((line) => !line.startsWith("?") || random() < 0.6);
      const messages = said.flatMap((line) => {
        const [, author = "A", pattern = ""] = /^\??([\w-]+): (.*)$/.exec(line) ?? [];
        const spoken = inOwnManner(fill(pattern, slots, chosen, random), random);
        return spoken ? [{ author, text: spoken }] : [];
      });
      return asRow(`composed-${family}-${copy}`, type, `${type}/${family}`, "not", messages);
    });
  });
}

/**
 * Composes questions with answers (`question :: answer || answer`; a write-up when nothing or a further question `>>` follows).
 * Each has several variants: with a greeting, in two messages, with a counter-question, with an addition, with thanks,
 * confirmed, or without any.
 */
export function composeKnowledgeRows(split: "fit" | "check", perItem: number): ComposedRow[] {
  const text = readFileSync(new URL("./composed-positives.txt", import.meta.url), "utf8");
  const rows: ComposedRow[] = [];
  for (const section of text.split(/^== /m).slice(1)) {
    const [title = "", ...lines] = section.trim().split("\n");
    const [, side, kind = "", domain = ""] = /^(fit|check) (.+?) \| (.+)$/.exec(title) ?? [];
    if (side !== split) continue;
    for (const [index, line] of lines.filter((one) => one.includes("::")).entries()) {
      const random = createSeededRandom(7_000 + rows.length);
      for (let copy = 0; copy < perItem; copy++) {
        const messages = tell(line, random);
        const row = asRow(
          `composed-${domain}-${kind}-${index}-${copy}`,
          kind,
          `knowledge/${domain}`,
          "knowledge",
          messages,
        );
        rows.push({ ...row, kind });
      }
    }
  }
  return rows;
}

function asRow(
  id: string,
  type: string,
  family: string,
  label: DetectionRow["label"],
  messages: { author: string; text: string }[],
): ComposedRow {
  return {
    id,
    source: "own",
    subset: "own",
    strict: true,
    label,
    negType: label === "not" ? type : null,
    family,
    messages: messages.map((message, at) => ({ ...message, ts: at * 120 })),
  };
}

const HELLO = ["hi all,", "hey,", "hello,", "quick question:", "morning,", "sorry to bother,", "hi team!"];
const ANYONE = ["anyone know?", "any ideas?", "thanks in advance", "please help", "does anybody know?"];
const BACK = [
  "which one do you mean?",
  "since when?",
  "on your own machine?",
  "do you have the rights for it?",
  "what did you try?",
];
const BACK_ANSWERS = [
  "the normal one",
  "since today",
  "yes",
  "I think so",
  "just what is on the page",
  "no, the other one",
];
const THANKS = ["thanks!", "thank you", "great, thx", "perfect, thanks a lot", "thanks {B}", "🙏", "ty"];
const WORKED = [
  "that worked",
  "works now, thanks",
  "it was exactly that",
  "ah ok, that makes sense",
  "got it",
  "solved, thank you!",
];
const ADDED = [
  "and write it down somewhere, it comes up every month",
  "same happened to me last week, that helped",
  "+1, that's how I do it",
  "careful, it takes a while",
];

function tell(line: string, random: RandomSource): { author: string; text: string }[] {
  const [question = "", rest = ""] = line.split(/ ::(?: |$)/).map((part) => part.trim());
  const pick = (values: string[]) => values[Math.floor(random() * values.length)] ?? "";
  const manner = (text: string) => inOwnManner(text, random);
  const said: { author: string; text: string }[] = [];
  const say = (author: string, text: string) => said.push({ author, text: manner(text) });
  if (!rest || rest.includes(" >> ")) {
    say("A", question);
    const [asked = "", answer = ""] = rest.split(" >> ");
    if (asked && answer && random() < 0.8) {
      say("B", asked);
      say("A", answer);
    }
    if (random() < 0.5) say("C", pick(THANKS).replace("{B}", ""));
    return said;
  }
  const opening = random() < 0.4 ? `${pick(HELLO)} ${question}` : question;
  say("A", random() < 0.25 ? `${opening} ${pick(ANYONE)}` : opening);
  if (random() < 0.15) say("A", pick(ANYONE));
  if (random() < 0.2) {
    say("B", pick(BACK));
    say("A", pick(BACK_ANSWERS));
  }
  const answers = rest.split(" || ").map((part) => part.trim());
  if (random() < 0.3) say("B", answers.join(" "));
  else for (const answer of answers) say("B", answer);
  if (random() < 0.2) say("C", pick(ADDED));
  if (random() < 0.35) say("A", pick(WORKED));
  else if (random() < 0.5) say("A", pick(THANKS).replace("{B}", ""));
  return said;
}

function fill(
  pattern: string,
  slots: Map<string, string[]>,
  chosen: Map<string, string>,
  random: RandomSource,
): string {
  return pattern
    .replace(/(?<!\\)\[((?:[^\]\\]|\\.)*)(?<!\\)\]/g, (_, alternatives: string) => {
      const values = alternatives.split("|");
      return values[Math.floor(random() * values.length)] ?? "";
    })
    .replace(/<(\w+?)(\d?)>/g, (slot, name: string) => {
      const known = chosen.get(slot);
      if (known !== undefined) return known;
      const taken = new Set(chosen.values());
      const values = (slots.get(name) ?? [name]).filter((value) => !taken.has(value));
      const value = values[Math.floor(random() * values.length)] ?? name;
      chosen.set(slot, value);
      return value;
    })
    .replace(/\\([[\]])/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/\s+([,.!?])/g, "$1")
    .trim();
}

/** Varies capitals and full stops, which differ between people, so that the model does not learn the project's style. */
function inOwnManner(text: string, random: RandomSource): string {
  let own = text;
  if (random() < 0.35) own = own.charAt(0).toUpperCase() + own.slice(1);
  else if (random() < 0.4) own = own.charAt(0).toLowerCase() + own.slice(1);
  if (random() < 0.25 && /[a-z]$/.test(own)) own += ".";
  if (random() < 0.12) own = own.replace(/\?$/, "");
  return own;
}
