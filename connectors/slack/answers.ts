import type { Inline } from "../../shared/markdown/inline.ts";
import type { PostedAnswer, PrivateAnswer, ThreadAnswer } from "../chat-source.ts";
import type { SlackApi } from "./api.ts";
import { toRemotePerson } from "./members.ts";
import { takeFittingParts } from "./message-size.ts";
import { findOwnMessage } from "./own-message.ts";
import { buildVoteBlock } from "./vote.ts";

const LONGEST_TEXT = 2800;

/** The id of the answer's block in the message. A search finds the answer by this id. */
const blockOf = (id: string) => `lorekeep-answer-${id}`;

export async function postAnswer(api: SlackApi, answer: ThreadAnswer): Promise<string> {
  return api.post(answer.channelId, {
    thread_ts: answer.threadId,
    ...votableMessageOf(answer),
    unfurl_links: false,
    unfurl_media: false,
  });
}

export const replaceAnswer = (api: SlackApi, answer: PostedAnswer): Promise<void> =>
  api.replace(answer.channelId, answer.messageId, votableMessageOf(answer));

export const findAnswer = (api: SlackApi, answer: ThreadAnswer, since: Date): Promise<string | null> =>
  findOwnMessage(api, answer, blockOf(answer.id), since);

export async function isGuest(api: SlackApi, personId: string): Promise<boolean> {
  return toRemotePerson(await api.user(personId))?.isGuest ?? true;
}

/** Builds an answer with buttons for votes. An answer without sentences (unknown or retracted) and a note get no buttons. */
function votableMessageOf(answer: ThreadAnswer) {
  const { text: lead, blocks } = buildAnswerMessage(answer);
  return {
    text: lead,
    blocks: answer.sentences.length > 0 && !answer.isNote ? [...blocks, buildVoteBlock(answer.id)] : blocks,
  };
}

/** The approximate size of everything around the text elements, with the buttons. */
const ENVELOPE = "x".repeat(700);

/**
 * Builds the message of an answer as rich text. Slack does not interpret rich text, so people's text can neither
 * mention anybody nor become a command.
 */
export function buildAnswerMessage({ id, mention, lead, sentences, article }: PrivateAnswer): {
  text: string;
  blocks: unknown[];
} {
  const told = sentences.map(({ inline, code, sources, notes }) => [
    code === null ? section(inline.flatMap((part) => elementsOf(part, {}))) : preformatted(code),
    section([
      ...notes.map((note) => text(`${note} `, { italic: true })),
      ...sources.flatMap(({ label, url }, at) => [
        ...(at > 0 ? [text("; ")] : []),
        url ? { type: "link", url, text: label } : text(label, { italic: true }),
      ]),
    ]),
  ]);
  const links = article
    ? [
        section([
          text("Article: "),
          { type: "link", url: article.url, text: article.title },
          ...(article.state ? [text(` · ${article.state}`, { italic: true })] : []),
        ]),
      ]
    : [];
  const begin = section([...(mention ? [{ type: "user", user_id: mention }, text(" ")] : []), text(lead)]);
  const rest = section([
    text(article ? "There is more in the article." : "There is more than fits here.", { italic: true }),
  ]);
  const shown = takeFittingParts(told, [begin, rest, ...links, ENVELOPE]);
  const elements = [begin, ...shown.flat(), ...(shown.length < told.length ? [rest] : []), ...links];
  return {
    text: escapeMrkdwn(lead),
    blocks: [{ type: "rich_text", block_id: blockOf(id), elements }],
  };
}

interface TextStyle {
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
}

const section = (elements: object[]) => ({ type: "rich_text_section", elements: [...elements, text("\n")] });
const preformatted = (code: string) => ({ type: "rich_text_preformatted", elements: [text(code)] });
const text = (words: string, style: TextStyle = {}) => ({
  type: "text",
  text: words.slice(0, LONGEST_TEXT) || " ",
  ...(Object.keys(style).length > 0 && { style }),
});

function elementsOf(part: Inline, style: TextStyle): object[] {
  switch (part.type) {
    case "text":
      return [text(part.text, style)];
    case "code":
      return [text(part.text, { ...style, code: true })];
    case "break":
      return [text("\n")];
    case "link":
      return [{ type: "link", url: part.href, text: wordsOf(part.children) || part.href }];
    default: {
      const mark = { strong: "bold", emphasis: "italic", strike: "strike" } as const;
      return part.children.flatMap((child) => elementsOf(child, { ...style, [mark[part.type]]: true }));
    }
  }
}

const wordsOf = (parts: Inline[]): string =>
  parts.map((part) => ("text" in part ? part.text : "children" in part ? wordsOf(part.children) : " ")).join("");

export const escapeMrkdwn = (words: string) =>
  words.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);
