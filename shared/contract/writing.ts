import { z } from "zod";
import { CONTENT_TYPES } from "../domain/facets.ts";
import { type EndpointTable, requiredText, rowId } from "./endpoint.ts";

export const MOST_STYLE_WORDS = 300;
const MOST_TERMS = 200;

const style = z
  .string()
  .trim()
  .max(4_000)
  .refine((text) => text.split(/\s+/).length <= MOST_STYLE_WORDS, `At most ${MOST_STYLE_WORDS} words.`)
  .transform((text) => text || null)
  .nullable();

const term = z.strictObject({
  term: requiredText(100),
  meaning: requiredText(500),
  neverSay: z.array(requiredText(100)).max(10),
});

/** A workspace's instructions to the language model that writes articles. */
export const writingSettings = z.object({
  style: z.string().nullable(),
  /** 'de', 'en' …; null if articles are in the language of the chat. */
  language: z.string().nullable(),
  glossary: z.array(z.object({ term: z.string(), meaning: z.string(), neverSay: z.array(z.string()) })),
});
export type WritingSettings = z.infer<typeof writingSettings>;

/** A suggested rule of style. It is suggested because people make the same edit repeatedly. */
export const styleSuggestion = z.object({
  /** The suggestion's id, always the same for the same edit. */
  id: z.string(),
  kind: z.enum(["word", "heading"]),
  from: z.string(),
  to: z.string(),
  /** The rule that an accepted suggestion adds to the style. */
  sentence: z.string(),
  /** The number of articles in which people made the edit, and the number of edits. */
  articles: z.int(),
  edits: z.int(),
});
export type StyleSuggestion = z.infer<typeof styleSuggestion>;

/**
 * The settings, and suggestions, most frequent first. There are no suggestions for people who may not change the
 * settings.
 */
export const writingPage = writingSettings.extend({ suggestions: z.array(styleSuggestion) });

const writingBody = z.strictObject({
  style,
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/)
    .nullable(),
  glossary: z
    .array(term)
    .max(MOST_TERMS)
    .refine((terms) => new Set(terms.map((one) => one.term.trim())).size === terms.length, "Each term once."),
});

/** An article to read, in plain text. */
const reading = z.object({
  title: z.string(),
  summary: z.string(),
  sections: z.array(z.object({ heading: z.string().nullable(), text: z.string() })),
});
export type PlainTextArticle = z.infer<typeof reading>;

export const writingEndpoints = {
  "GET /api/settings/writing": {
    summary: "How articles are written: the workspace's style, language and glossary",
    access: "session",
    response: writingPage,
  },
  "PUT /api/settings/writing": {
    summary: "Save how articles are written; what exists keeps its wording",
    access: "session",
    needs: ["change", "settings"],
    body: writingBody,
    response: writingPage,
  },
  "POST /api/settings/writing/suggestions/:id": {
    summary: "Add a suggested rule to the style, or never suggest it again",
    access: "session",
    needs: ["change", "settings"],
    params: z.strictObject({ id: z.string().max(40) }),
    body: z.strictObject({ choice: z.enum(["accept", "dismiss"]) }),
    response: writingPage,
  },
} as const satisfies EndpointTable;

export const writingPreviewEndpoints = {
  "GET /api/settings/writing/examples": {
    summary: "The articles that the model writes after, and what a preview costs",
    access: "session",
    response: z.object({
      /** Articles that people approved without changes, at most three of each content type. */
      examples: z.array(z.object({ id: rowId, title: z.string(), kind: z.enum(CONTENT_TYPES) })),
      /** The model that writes; null if none is set up. */
      model: z.string().nullable(),
      /** US dollars for one preview; null if the price is unknown. */
      dollars: z.number().nullable(),
    }),
  },
  "POST /api/settings/writing/preview": {
    summary: "Write one article anew with this style and glossary, beside how it reads now; nothing is saved",
    access: "session",
    needs: ["change", "settings"],
    body: writingBody.extend({ articleId: rowId }),
    response: z.object({ before: reading, after: reading }),
  },
} as const satisfies EndpointTable;
