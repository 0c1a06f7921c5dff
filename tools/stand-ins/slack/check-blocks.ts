import * as z from "zod";

/*
 * Refuses the messages that Slack would refuse: https://docs.slack.dev/reference/block-kit,
 * https://docs.slack.dev/reference/methods/chat.postMessage
 */

/** The most characters of a message. Slack cuts longer text; here it is an error. */
const LONGEST_MESSAGE = 40_000;
const MOST_BLOCKS = 50;
/**
 * The most bytes of all blocks of a message. The limit is not documented; it comes from
 * https://github.com/slackapi/bolt-js/issues/2509
 */
const MOST_IN_BLOCKS = 13_200;

const plain = (max: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: z.string().min(1).max(max), emoji: z.boolean().optional() });
const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(max), verbatim: z.boolean().optional() });
const words = (max: number) => z.union([plain(max), mrkdwn(max)]);
const name = z.string().min(1).max(255);
const url = z
  .string()
  .min(1)
  .max(3000)
  .refine((value) => URL.canParse(value));

const button = z.strictObject({
  type: z.literal("button"),
  action_id: name.optional(),
  text: plain(75),
  value: z.string().min(1).max(2000).optional(),
  url: url.optional(),
  style: z.enum(["primary", "danger"]).optional(),
  accessibility_label: z.string().min(1).max(75).optional(),
});
const feedback = z.strictObject({
  text: plain(75),
  value: z.string().min(1).max(2000),
  accessibility_label: z.string().min(1).max(75).optional(),
});
const feedbackButtons = z.strictObject({
  type: z.literal("feedback_buttons"),
  action_id: name.optional(),
  positive_button: feedback,
  negative_button: feedback,
});

const mark = z.boolean().optional();
const style = z.strictObject({ bold: mark, italic: mark, strike: mark, code: mark }).optional();
const inline = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string().min(1), style }),
  z.strictObject({ type: z.literal("link"), url, text: z.string().min(1).optional(), style }),
  z.strictObject({ type: z.literal("user"), user_id: z.string().regex(/^[UW]/), style }),
]);
const richSection = z.strictObject({ type: z.literal("rich_text_section"), elements: z.array(inline).min(1) });
const richText = z.discriminatedUnion("type", [
  richSection,
  z.strictObject({
    type: z.literal("rich_text_preformatted"),
    elements: z.array(inline).min(1),
    border: z.int().optional(),
  }),
  z.strictObject({ type: z.literal("rich_text_quote"), elements: z.array(inline).min(1), border: z.int().optional() }),
  z.strictObject({
    type: z.literal("rich_text_list"),
    style: z.enum(["bullet", "ordered"]),
    indent: z.int().min(0).max(8).optional(),
    elements: z.array(richSection).min(1),
  }),
]);

const block_id = name.optional();
const block = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("header"), block_id, text: plain(150) }),
  z.strictObject({ type: z.literal("section"), block_id, text: words(3000) }),
  z.strictObject({ type: z.literal("context"), block_id, elements: z.array(words(3000)).min(1).max(10) }),
  z.strictObject({ type: z.literal("actions"), block_id, elements: z.array(button).min(1).max(25) }),
  z.strictObject({ type: z.literal("context_actions"), block_id, elements: z.array(feedbackButtons).min(1).max(5) }),
  z.strictObject({ type: z.literal("rich_text"), block_id, elements: z.array(richText).min(1) }),
  z.strictObject({ type: z.literal("divider"), block_id }),
]);

/** Returns the error code with which Slack would refuse the message; null if Slack would accept it. */
export function explainInvalidMessage(text: string, blocks: unknown): string | null {
  if (text.length > LONGEST_MESSAGE) return "msg_too_long";
  if (blocks === undefined) return text === "" ? "no_text" : null;
  const parsed = z.array(block).max(MOST_BLOCKS).safeParse(blocks);
  if (!parsed.success) return "invalid_blocks";
  if (Buffer.byteLength(JSON.stringify(blocks)) > MOST_IN_BLOCKS) return "msg_blocks_too_long";
  const ids = parsed.data.flatMap((one) => one.block_id ?? []);
  return new Set(ids).size === ids.length ? null : "invalid_blocks";
}
