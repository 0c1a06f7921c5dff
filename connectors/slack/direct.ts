import type { DirectMessage, DirectMessages } from "../chat-threads.ts";
import type { SlackApi } from "./api.ts";
import type { SlackConfig } from "./manifest.ts";
import { answerStillRight, blocksFor } from "./still-right.ts";

const LONGEST_TEXT = 500;
const MOST_ITEMS = 25;

export const directMessages = (
  apiOf: (config: SlackConfig, signal?: AbortSignal) => SlackApi,
  hooks: Parameters<typeof answerStillRight>[0],
): DirectMessages<SlackConfig> => ({
  tell: (config, to, told, signal) => tellPerson(apiOf(config, signal), to, told),
  answerStillRight: (press, words, signal) => answerStillRight(hooks, press, words, signal),
});

/** Slack opens the conversation with the app for the id of a person. https://docs.slack.dev/reference/methods/chat.postMessage#channels */
async function tellPerson(api: SlackApi, personId: string, told: DirectMessage): Promise<void> {
  const elements = [
    section([text(told.lead)]),
    ...told.lists.flatMap(({ heading, items }) => [
      section([text(heading, { bold: true })]),
      {
        type: "rich_text_list",
        style: "bullet",
        elements: items
          .slice(0, MOST_ITEMS)
          .map((item) => section([link(item.text, item.url), text(`, ${item.note}`)])),
      },
      ...(items.length > MOST_ITEMS ? [section([text(`and ${items.length - MOST_ITEMS} more`)])] : []),
    ]),
    section(told.links.flatMap(({ label, url }, at) => [...(at > 0 ? [text(" · ")] : []), link(label, url)])),
  ];
  await api.post(personId, {
    text: told.lead,
    blocks: [{ type: "rich_text", elements }, ...blocksFor(told.asks ?? [])],
    unfurl_links: false,
    unfurl_media: false,
  });
}

/** Rich text is shown as it is: nothing that people wrote can call somebody. */
const section = (elements: object[]) => ({ type: "rich_text_section", elements });
const text = (words: string, style?: { bold: true }) => ({ type: "text", text: words, ...(style && { style }) });
const link = (words: string, url: string) => ({ type: "link", url, text: words.slice(0, LONGEST_TEXT) });
