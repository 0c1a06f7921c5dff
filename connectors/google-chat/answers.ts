import type { Inline } from "../../shared/markdown/inline.ts";
import type { ANSWER_VOTES_IN_CHAT, PostedAnswer, ThreadAnswer, ThreadAnswering } from "../thread-answering.ts";
import type { AppMessage, GoogleChatApi } from "./api.ts";
import { createDirectMessageAnswering } from "./direct-answers.ts";
import type { GoogleChatConfig } from "./manifest.ts";
import { mapSpace } from "./map-space.ts";
import { findOwnMessage, postOwnMessage } from "./own-message.ts";
import { BUTTON_PARAMETERS } from "./press.ts";
import { parseSpaceId } from "./space-id.ts";

const LONGEST_TEXT = 2800;

/** Posts answers in the thread of a question, as the Chat app of the service account. */
export function createThreadAnswering(
  apiOf: (config: GoogleChatConfig, signal: AbortSignal | undefined) => GoogleChatApi,
): ThreadAnswering<GoogleChatConfig> {
  return {
    post: (config, answer, signal) => postOwnMessage(apiOf(config, signal), answer, messageOf(answer)),
    find: (config, answer, _since, signal) => findOwnMessage(apiOf(config, signal), answer),
    replace: (config, answer: PostedAnswer, signal) =>
      apiOf(config, signal).patchMessage(parseSpaceId(answer.channelId), answer.messageId, messageOf(answer)),
    /** Members of other companies are only in spaces that admit external members. */
    async isGuest(config, _personId, channelId, signal) {
      const space = mapSpace(await apiOf(config, signal).getSpace(parseSpaceId(channelId)));
      return space?.isShared ?? true;
    },
    replyToVoter: (config, { channelId, by, shownIn, isDirect }, text, signal) =>
      apiOf(config, signal).createPrivateMessage(parseSpaceId(channelId), {
        viewer: isDirect ? null : by,
        thread: shownIn,
        text,
      }),
    directly: createDirectMessageAnswering(apiOf),
  };
}

/**
 * Puts the sentences into a card. A card's text is a small subset of HTML and is escaped, so that people's text cannot
 * mention anybody. https://developers.google.com/workspace/chat/format-messages#card-formatting
 */
function messageOf({ id, mention, lead, sentences, article, isNote }: ThreadAnswer): AppMessage {
  const said = sentences.flatMap(({ inline, code, notes, sources }) => [
    code === null ? inline.map(markOf).join("") : codeOf(code),
    [
      ...notes.map((note) => `<i>${escape(note)}</i>`),
      ...sources.map(({ label, url }) => (url ? linkOf(url, label) : `<i>${escape(label)}</i>`)),
    ].join("<br>"),
  ]);
  const state = article?.state ? ` · <i>${escape(article.state)}</i>` : "";
  const paragraphs = [...said, ...(article ? [`Article: ${linkOf(article.url, article.title)}${state}`] : [])];
  const called = mention ? `<${mention}> ` : "";
  const widgets = [
    ...paragraphs.filter(Boolean).map((text) => ({ textParagraph: { text } })),
    // An answer without sentences (unknown or retracted) and a note get no buttons for votes.
    ...(sentences.length > 0 && !isNote ? [votesOn(id)] : []),
  ];
  return {
    text: called + lead.replace(/[<>]/g, (sign) => (sign === "<" ? "‹" : "›")),
    cardsV2: widgets.length > 0 ? [{ cardId: "answer", card: { sections: [{ widgets }] } }] : [],
  };
}

const VOTES = [
  ["right", "Right", "This answers my question"],
  ["wrong", "Wrong", "This is wrong or does not answer my question"],
] as const satisfies [(typeof ANSWER_VOTES_IN_CHAT)[number], string, string][];

/**
 * The two buttons for votes below an answer.
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/cards#buttonlist
 */
const votesOn = (answerId: string) => ({
  buttonList: {
    buttons: VOTES.map(([vote, text, altText]) => ({
      text,
      altText,
      onClick: {
        action: {
          function: "lorekeepVote",
          parameters: [
            { key: BUTTON_PARAMETERS.votedAnswer, value: answerId },
            { key: BUTTON_PARAMETERS.vote, value: vote },
          ],
        },
      },
    })),
  },
});

const MARKS = { strong: "b", emphasis: "i", strike: "s" } as const;

function markOf(part: Inline): string {
  switch (part.type) {
    case "text":
    case "code":
      return escape(part.text);
    case "break":
      return "<br>";
    case "link":
      return linkOf(part.href, wordsOf(part.children));
    default:
      return `<${MARKS[part.type]}>${part.children.map(markOf).join("")}</${MARKS[part.type]}>`;
  }
}

const wordsOf = (parts: Inline[]): string =>
  parts.map((part) => ("text" in part ? part.text : "children" in part ? wordsOf(part.children) : " ")).join("");

const linkOf = (url: string, label: string) =>
  /^https?:\/\//i.test(url) ? `<a href="${escape(url)}">${escape(label)}</a>` : escape(label);

/** Writes code for a card. Cards collapse spaces and line breaks, so both are replaced. */
const codeOf = (code: string) => escape(code).replaceAll("\n", "<br>").replaceAll("  ", "\u00a0 ");

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (words: string) => words.slice(0, LONGEST_TEXT).replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
