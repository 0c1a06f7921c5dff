import type { Statement } from "../../shared/domain/article.ts";
import { collectEvidence, type ExactEvidence } from "./exact-evidence.ts";
import { neutralizeCode, neutralizeSentence } from "./neutral-text.ts";
import type { StatementAnswer } from "./prompts/write.ts";
import type { SafeMessage } from "./safe-messages.ts";

const MAX_SENTENCE_CHARACTERS = 1_000;
const MAX_CODE_CHARACTERS = 20_000;
const MOST_SOURCES = 20;

/**
 * The result of the literal check. Numbers and names in `doubtful` do not occur in the cited messages, so the checking
 * model decides about them.
 */
export type StatementCheck =
  | { statement: Statement; plain: string; doubtful: string[] }
  /** The reason why the statement is left out, written for people. */
  | { refused: string };

/**
 * Compares code, commands, links and numbers literally with the messages. The checking model judges the wording later.
 */
export function verifyStatement(
  answer: StatementAnswer,
  messages: readonly SafeMessage[],
  whole: ExactEvidence,
): StatementCheck {
  const numbers = [...new Set(answer.sources)].toSorted((a, b) => a - b).slice(0, MOST_SOURCES);
  const cited = numbers.flatMap((number) => messages[number - 1] ?? []).filter(({ text }) => text);
  if (cited.length === 0) return { refused: "it named no message" };
  const { form, text, language } = contentOf(answer.text);
  // The length is checked before parsing, because parsing a hostile text could take long.
  if (text.length > (form === "sentence" ? MAX_SENTENCE_CHARACTERS : MAX_CODE_CHARACTERS))
    return { refused: "it was too long" };
  const evidence = collectEvidence(cited);
  const neutral = form === "code" ? neutralizeCode(text, evidence) : neutralizeSentence(text, evidence);
  if ("refused" in neutral) return neutral;
  if (!neutral.text) return { refused: "nothing was left of it" };
  const { certain, doubtful } = form === "code" ? NOTHING_FOREIGN : evidence.foreign(neutral.plain);
  const elsewhere = whole.foreign(neutral.plain);
  // The writer cited too few messages if the number occurs in another message of the topic. The checking model then
  // decides.
  const lost = certain.filter((number) => elsewhere.certain.includes(number));
  const [first] = lost;
  if (first !== undefined) return { refused: `the number ${first} was in none of its messages` };
  const sources = cited.map(({ externalId }) => externalId);
  return {
    statement: { form, text: neutral.text, language: languageOf(language, cited), sources },
    plain: neutral.plain,
    doubtful: [...certain, ...doubtful],
  };
}

const CODE_BLOCK = /^\s*```([^\s`]*)[^\S\n]*\n([^]*?)\n?```\s*$/;

/** Separates a code block from a sentence. */
function contentOf(text: string): { form: "sentence" | "code"; text: string; language: string | null } {
  const [, language = "", code] = CODE_BLOCK.exec(text) ?? [];
  return code === undefined ? { form: "sentence", text, language: null } : { form: "code", text: code, language };
}

const NOTHING_FOREIGN = { certain: [], doubtful: [] };

/** Returns the language of a code block only if a code fence in the chat names it. */
function languageOf(named: string | null, sources: readonly { text: string }[]): string | null {
  const isNamed = named && /^[a-z0-9+#.-]{1,20}$/i.test(named);
  return isNamed && sources.some(({ text }) => text.includes(`\`\`\`${named}\n`)) ? named : null;
}
