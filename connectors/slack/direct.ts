import type { DirectMessage, DirectMessages } from "../direct-messages.ts";
import type { SlackApi } from "./api.ts";
import type { SlackConfig } from "./manifest.ts";
import { takeFittingParts } from "./message-size.ts";
import { answerStillRight, buildReviewBlocks } from "./still-right-button.ts";

const LONGEST_TEXT = 500;
const MOST_ITEMS = 25;

export const createDirectMessages = (
  apiOf: (config: SlackConfig, signal?: AbortSignal) => SlackApi,
  hooks: Parameters<typeof answerStillRight>[0],
): DirectMessages<SlackConfig> => ({
  tell: (config, to, told, signal) => sendDirectMessage(apiOf(config, signal), to, told),
  answerStillRight: (press, words, signal) => answerStillRight(hooks, press, words, signal),
});

/**
 * Posts to a person's id. Slack then opens a direct conversation.
 * https://docs.slack.dev/reference/methods/chat.postMessage#channels
 */
async function sendDirectMessage(api: SlackApi, personId: string, told: DirectMessage): Promise<void> {
  const asks = buildReviewBlocks(told.asks ?? []);
  const begin = section([text(told.lead)]);
  const end = section(told.links.flatMap(({ label, url }, at) => [...(at > 0 ? [text(" · ")] : []), link(label, url)]));
  const frame = [begin, end, asks, told.lists.map((list) => listElements(list, []))];
  let room = takeFittingParts(
    told.lists.flatMap(({ items }) => items.slice(0, MOST_ITEMS).map(itemElement)),
    frame,
  ).length;
  const lists = told.lists.flatMap((list) => {
    const items = list.items.slice(0, Math.min(MOST_ITEMS, room)).map(itemElement);
    room -= items.length;
    return listElements(list, items);
  });
  const elements = [begin, ...lists, end];
  await api.post(personId, {
    text: told.lead,
    blocks: [{ type: "rich_text", elements }, ...asks],
    unfurl_links: false,
    unfurl_media: false,
  });
}

type MessageList = DirectMessage["lists"][number];

/** Returns the heading, the items that fit into the message, and the number of items that do not fit. */
function listElements({ heading, items }: MessageList, shown: object[]): object[] {
  const more = items.length - shown.length;
  return [
    section([text(heading, { bold: true })]),
    ...(shown.length > 0 ? [{ type: "rich_text_list", style: "bullet", elements: shown }] : []),
    ...(more > 0 ? [section([text(`and ${more} more`)])] : []),
  ];
}

const itemElement = (item: MessageList["items"][number]) =>
  section([link(item.text, item.url), text(`, ${item.note}`)]);

/** Builds rich text. Slack does not interpret rich text, so people's text cannot mention anybody. */
const section = (elements: object[]) => ({ type: "rich_text_section", elements });
const text = (words: string, style?: { bold: true }) => ({ type: "text", text: words, ...(style && { style }) });
const link = (words: string, url: string) => ({ type: "link", url, text: words.slice(0, LONGEST_TEXT) });
