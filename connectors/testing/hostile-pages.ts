/** Markup and text that would take a naive parser minutes or all of its memory. */
export const HOSTILE_PAGES: [what: string, native: string][] = [
  ["20,000 nested spans", "<span>".repeat(20_000)],
  ["160,000 open divs", "<div>".repeat(160_000)],
  ["60,000 marks cut into pieces", "<b><br></b>".repeat(60_000)],
  ["60,000 open items", `<ul>${"<li>x".repeat(60_000)}</ul>`],
  ["60,000 open comments", "<!--".repeat(60_000)],
  ["60,000 open sections of CDATA", "<![CDATA[".repeat(60_000)],
  ["20,000 open addresses", "[http://a ".repeat(20_000)],
  ["20,000 open attributes", '<a href="'.repeat(20_000)],
  ["900,000 open brackets", "[".repeat(900_000)],
  ["20,000 quotations in each other", `${">".repeat(20_000)} x`],
];

/** Responses that are no pages. Each is made from a response whose text contains `here`. */
export const HOSTILE_ANSWERS: [what: string, tamper: (answer: string, here: string) => string][] = [
  ["lists in each other, 200,000 deep, in place of words", (answer, here) => inPlace(answer, here, nested("[", "]"))],
  ["objects in each other, 100,000 deep", (answer, here) => inPlace(answer, here, nested('{"content":', "}", 100_000))],
  ["a number in place of words", (answer, here) => inPlace(answer, here, "1")],
  ["nothing in place of words", (answer, here) => inPlace(answer, here, "null")],
  ["60,000 fields that are named like an object's own", (answer, here) => inPlace(answer, here, manyKeys())],
  ["documents in each other, 20,000 deep", (answer, here) => aroundWords(answer, here)],
  ["six million characters", (answer, here) => answer.replaceAll(here, "words ".repeat(1_000_000))],
  ["an answer that breaks off", (answer) => answer.slice(0, answer.length / 2)],
  ["a page for people in place of an answer", () => "<!doctype html><title>Sign in</title>"],
];

const nested = (open: string, close: string, deep = 200_000) => `${open.repeat(deep)}0${close.repeat(deep)}`;
const manyKeys = () =>
  `{${Array.from({ length: 60_000 }, (_, at) => `"${at % 2 ? "__proto__" : "constructor"}":${at}`).join(",")}}`;
/** Replaces the whole string that contains the words. */
const inPlace = (answer: string, here: string, other: string) =>
  answer.replaceAll(new RegExp(`"(?:[^"\\\\]|\\\\.)*${here}(?:[^"\\\\]|\\\\.)*"`, "g"), () => other);
/** Wraps the object that contains the words in further objects. */
const aroundWords = (answer: string, here: string) =>
  answer.replaceAll(
    new RegExp(`\\{[^{}]*${here}[^{}]*\\}`, "g"),
    (inner) => `${'{"type":"blockquote","content":['.repeat(20_000)}${inner}${"]}".repeat(20_000)}`,
  );
