import { z } from "zod";

/** Refuses the forms that Slack would refuse: https://docs.slack.dev/reference/block-kit */
const plain = (max: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: z.string().min(1).max(max), emoji: z.boolean().optional() });
const mrkdwn = (max: number) => z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(max) });
const name = z.string().min(1).max(255);

const textInput = z
  .strictObject({
    type: z.literal("plain_text_input"),
    action_id: name,
    multiline: z.boolean().optional(),
    initial_value: z.string().min(1).max(3000).optional(),
    min_length: z.int().min(0).max(3000).optional(),
    max_length: z.int().min(1).max(3000).optional(),
    placeholder: plain(150).optional(),
  })
  .refine(({ initial_value = "", max_length = 3000 }) => initial_value.length <= max_length);
const checkboxes = z.strictObject({
  type: z.literal("checkboxes"),
  action_id: name,
  options: z
    .array(z.strictObject({ text: plain(75), value: z.string().min(1).max(150) }))
    .min(1)
    .max(10),
});
const block = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("header"), block_id: name.optional(), text: plain(150) }),
  z.strictObject({ type: z.literal("section"), block_id: name.optional(), text: z.union([plain(3000), mrkdwn(3000)]) }),
  z.strictObject({
    type: z.literal("input"),
    block_id: name,
    optional: z.boolean().optional(),
    label: plain(2000),
    hint: plain(2000).optional(),
    element: z.discriminatedUnion("type", [textInput, checkboxes]),
  }),
]);

const modal = z
  .strictObject({
    type: z.literal("modal"),
    callback_id: name,
    title: plain(24),
    submit: plain(24).optional(),
    close: plain(24).optional(),
    private_metadata: z.string().max(3000).default(""),
    blocks: z.array(block).min(1).max(100),
  })
  .refine(({ blocks, submit }) => submit !== undefined || !blocks.some(({ type }) => type === "input"))
  .refine(({ blocks }) => {
    const ids = blocks.flatMap(({ block_id }) => block_id ?? []);
    return new Set(ids).size === ids.length;
  });
export type ModalView = z.infer<typeof modal>;

/** Parses a form. Returns the parsed form or the error. */
export function checkModal(raw: unknown): { view: ModalView } | { problem: string } {
  if (JSON.stringify(raw ?? null).length > 250_000) return { problem: "view_too_large" };
  const parsed = modal.safeParse(raw);
  return parsed.success ? { view: parsed.data } : { problem: "invalid_arguments" };
}
