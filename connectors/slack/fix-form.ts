import * as z from "zod";
import { TITLE_CHARACTERS } from "../../shared/domain/article.ts";
import type {
  ArticleFixField,
  ArticleFixForm,
  ArticleFixOutcome,
  ArticleFixSubmission,
  ChatReply,
} from "../chat-source.ts";
import type { SlackApi } from "./api.ts";
import { FormAlreadyOpen } from "./errors.ts";

/** https://docs.slack.dev/reference/views/modal-views and https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element */
const MOST_BLOCKS = 100;
const INPUT_CHARACTERS = 3000;
const LABEL_CHARACTERS = 2000;
const SECTION_CHARACTERS = 3000;
const HEADER_CHARACTERS = 150;
const MOST_CHARACTERS = 200_000;

const CALLBACK = "lorekeep-fix";
const VALUE = "value";
const ADDED = "added";
const LEAVES = "leaves";

/** Opens the form for correcting an article. Returns false if the article is too long for Slack's form. */
export async function openFix(api: SlackApi, form: ArticleFixForm, triggerId: string): Promise<boolean> {
  const view = viewOf(form);
  if (!view) return false;
  try {
    await api.openView(triggerId, view);
  } catch (error) {
    if (!(error instanceof FormAlreadyOpen)) throw error;
  }
  return true;
}

/** https://docs.slack.dev/surfaces/modals#response_actions */
export function buildFixReply({ edition }: ArticleFixSubmission, outcome: ArticleFixOutcome): ChatReply {
  if (outcome.kind === "refused") return errorOn(edition, outcome.why);
  if (outcome.kind === "again") {
    const view = viewOf(outcome.form);
    if (view) return { response_action: "update", view };
    return errorOn(
      edition,
      "The article changed meanwhile and is too long for this form. Copy your text and edit it in Lorekeep.",
    );
  }
  if (outcome.notice === null) return { response_action: "clear" };
  return { response_action: "update", view: { ...FRAME, blocks: [section(outcome.notice)] } };
}

const errorOn = (edition: string, why: string) => ({
  response_action: "errors",
  errors: { [blockOf(edition, "title")]: why.slice(0, LABEL_CHARACTERS) },
});

const FRAME = {
  type: "modal",
  callback_id: CALLBACK,
  title: plain("Fix the article"),
  close: plain("Close"),
};

/**
 * Names a block of the form. The name contains the edition, because Slack keeps the typed text of a block whose name is
 * unchanged.
 */
const blockOf = (edition: string, field: string) => `${edition.slice(0, 8)}.${field}`;

function viewOf(form: ArticleFixForm): object | null {
  const { edition, title, sections, added, publishes, isLate, questionId, channelId, articleUrl } = form;
  const input = (field: ArticleFixField, isOptional = true) => inputOf(edition, field, isOptional);
  const blocks = [
    section(
      isLate
        ? LATE
        : `Each field is one sentence and keeps its sources. Clear a field to take its sentence out. <${articleUrl}|Open the article>`,
    ),
    ...input(title, false),
    ...sections.flatMap(({ heading, fields }) => [
      { type: "header", text: plain(heading.slice(0, HEADER_CHARACTERS)) },
      ...fields.flatMap((field) => input(field)),
    ]),
    ...input({ id: ADDED, label: "Add sentences, one on each line", text: added, isCode: true, now: null }),
    {
      type: "input",
      block_id: blockOf(edition, LEAVES),
      optional: true,
      label: plain("Not now?"),
      element: {
        type: "checkboxes",
        action_id: VALUE,
        options: [{ text: plain("Put it into the inbox for somebody else, without my changes"), value: LEAVES }],
      },
    },
  ];
  const texts = [title, ...sections.flatMap(({ fields }) => fields)];
  const isLong = texts.some(({ text }) => text.length > INPUT_CHARACTERS) || added.length > INPUT_CHARACTERS;
  if (isLong || title.text.length > TITLE_CHARACTERS || blocks.length > MOST_BLOCKS) return null;
  const view = {
    ...FRAME,
    submit: plain(publishes ? "Save and publish" : "Save"),
    private_metadata: JSON.stringify({ questionId, channelId, edition }),
    blocks,
  };
  return JSON.stringify(view).length > MOST_CHARACTERS ? null : view;
}

const LATE =
  "*The article changed while you were writing.* Your text is in the fields, and what the article says now is under each one that somebody else changed, too. Save again to put yours in.";

function inputOf(edition: string, { id, label, text, isCode, now }: ArticleFixField, isOptional: boolean): object[] {
  const isTitle = id === "title";
  const input = {
    type: "input",
    block_id: blockOf(edition, id),
    optional: isOptional,
    label: plain(label.slice(0, LABEL_CHARACTERS)),
    element: {
      type: "plain_text_input",
      action_id: VALUE,
      multiline: !isTitle,
      max_length: isTitle ? TITLE_CHARACTERS : INPUT_CHARACTERS,
      ...(text !== "" && { initial_value: text }),
    },
  };
  if (now === null) return [input];
  const stands = isCode ? now : now.replace(/\s+/g, " ");
  return [input, { type: "section", text: plain(`Now in the article: ${stands}`.slice(0, SECTION_CHARACTERS)) }];
}

function plain(text: string) {
  return { type: "plain_text", text, emoji: false };
}

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

const id = z.string().min(1).max(100);
const value = z.looseObject({
  value: z.string().max(10_000).nullish(),
  selected_options: z.array(z.looseObject({ value: z.string() })).nullish(),
});
/** https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload */
const submitted = z.looseObject({
  type: z.literal("view_submission"),
  user: z.looseObject({ id }),
  view: z.looseObject({
    callback_id: z.literal(CALLBACK),
    private_metadata: z.string().max(INPUT_CHARACTERS),
    state: z.looseObject({ values: z.record(z.string().max(255), z.record(z.string(), value)) }),
  }),
});
const metadata = z.strictObject({ questionId: z.uuid(), channelId: id, edition: id });

/** Parses a submitted correction form; null for any other form. */
export function parseSubmission(raw: unknown, teamId: string): ArticleFixSubmission | null {
  const parsed = submitted.safeParse(raw);
  if (!parsed.success) return null;
  const { user, view } = parsed.data;
  const known = metadata.safeParse(jsonOf(view.private_metadata));
  if (!known.success) return null;
  const prefix = blockOf(known.data.edition, "");
  const values = new Map(
    Object.entries(view.state.values).flatMap(([block, actions]) => {
      const found = actions[VALUE];
      return block.startsWith(prefix) && found ? [[block.slice(prefix.length), found] as const] : [];
    }),
  );
  const added = values.get(ADDED)?.value ?? "";
  const leavesIt = values.get(LEAVES)?.selected_options?.some((option) => option.value === LEAVES) === true;
  values.delete(ADDED);
  values.delete(LEAVES);
  const texts = new Map([...values].map(([field, { value: text }]) => [field, text ?? ""]));
  return { teamId, by: user.id, ...known.data, texts, added, leavesIt };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
