import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { CompanyFigures } from "./figures.ts";
import type { GoldClaim } from "./gold.ts";
import type { LibraryMeasurement, MatchedArticle } from "./measure.ts";

/** The chat's messages by the channel's name, oldest first. */
export type MessagesByChannel = Map<string, ChatMessage[]>;

export interface ReaderArticle extends MatchedArticle {
  markdown: string;
}

/** The number of messages that a person sees before and after each cited message. */
const AROUND = 4;

const SHEET_HEAD = "article,publishable as it is (yes/no),wrong statements (number),title (good/fair/bad),remark";

const INSTRUCTIONS = `Each article stands above the chat it was written from; ">" marks the messages that it cites, times are UTC. Read the chat first.
Fill in verdicts.csv, a line for each article: would you publish it as it is, how many of its statements say something
that the chat does not say, is the title good, fair or bad. A rule that was changed or corrected later and is still told
as true is a wrong statement.
`;

/**
 * Writes sheets for people who judge articles without knowing their origin, the facts that these people judge, and the key from
 * sheets to articles.
 */
export async function writeReaderSheets(
  folder: string,
  {
    chat,
    measured,
    figures,
    articles,
  }: { chat: MessagesByChannel; measured: LibraryMeasurement; figures: CompanyFigures; articles: ReaderArticle[] },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const numbered = articles.map((article, index) => ({ ...article, number: index + 1 }));
  const rows = numbered.map(({ number }) => `${number},,,,`);
  const key = numbered.map(({ number, article, pieces }) => ({
    number,
    id: article.id,
    title: article.title,
    state: article.state,
    confidence: article.confidence,
    pieces: pieces.map(({ id }) => id),
  }));
  const files: [string, string][] = [
    ["articles.md", [INSTRUCTIONS, ...numbered.map((one) => withChat(one, chat))].join("\n---\n\n")],
    ["verdicts.csv", `${[SHEET_HEAD, ...rows].join("\n")}\n`],
    ["facts-for-a-reader.md", factsForReader(measured, numbered)],
    ["key.json", `${JSON.stringify(key, null, 2)}\n`],
    ["figures.json", `${JSON.stringify(figures, null, 2)}\n`],
  ];
  for (const [name, text] of files) await writeFile(join(folder, name), text);
}

function withChat({ number, article, markdown }: ReaderArticle & { number: number }, chat: MessagesByChannel): string {
  const cited = new Set(article.sentences.flatMap(({ sources }) => sources));
  const shown = [...chat].flatMap(([channel, messages]) => {
    const near = messages.map((_, at) =>
      messages.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ externalId }) => cited.has(externalId)),
    );
    const lines = messages.flatMap((message, at) => {
      if (!near[at]) return [];
      const gap = at > 0 && !near[at - 1] ? ["    …"] : [];
      return [...gap, chatLine(message, cited.has(message.externalId))];
    });
    return lines.length > 0 ? [`#${channel}\n\n${lines.join("\n")}`] : [];
  });
  // The article's own headings go one level below the heading with the sheet's number.
  const body = markdown.replace(/^(?=#{1,2} )/gm, "##");
  return `## Article ${number}\n\n${body}\n### The chat\n\n${shown.join("\n\n")}\n`;
}

/** Indents chat text as code, so that Markdown does not change it. */
function chatLine({ author, sentAt, threadId, externalId, text }: ChatMessage, isCited: boolean): string {
  const reply = threadId !== null && threadId !== externalId ? "↳ " : "";
  const when = sentAt.toISOString().slice(0, 16).replace("T", " ");
  return `    ${isCited ? ">" : " "} ${when} ${reply}${author.name}: ${text.replaceAll("\n", "\n          ")}`;
}

/** Lists facts that keys cannot decide, or that keys did not find in an article about the subject. */
function factsForReader({ pieces }: LibraryMeasurement, articles: (ReaderArticle & { number: number })[]): string {
  const list = (title: string, claims: GoldClaim[]) =>
    claims.length > 0 ? [`${title}\n\n${claims.map(({ text }) => `- [ ] ${text}`).join("\n")}`] : [];
  const parts = pieces.flatMap(({ piece, isFound, unjudged, missing, forbiddenTold, forbiddenUnjudged }) => {
    const asked = [
      ...list("Is it told?", unjudged),
      ...list("No key found it. Is it told in other words?", missing),
      ...list("Is it told although it is wrong?", forbiddenUnjudged),
      ...list("A key found this wrong fact. Is it told as true?", forbiddenTold),
    ];
    if (!isFound || asked.length === 0) return [];
    const numbers = articles.filter((one) => one.pieces.includes(piece)).map(({ number }) => number);
    return [[`## ${piece.id} (article ${numbers.join(", ")})`, piece.question, ...asked].join("\n\n")];
  });
  return `${["# Facts that a reader decides", ...parts].join("\n\n")}\n`;
}
