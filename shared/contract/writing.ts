import { z } from "zod";
import { type EndpointTable, requiredText } from "./endpoint.ts";

const MOST_STYLE_WORDS = 300;
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

/** How a workspace's articles are written by a model. */
export const writingSettings = z.object({
  style: z.string().nullable(),
  /** 'de', 'en' …; null: the language of the chat. */
  language: z.string().nullable(),
  glossary: z.array(z.object({ term: z.string(), meaning: z.string(), neverSay: z.array(z.string()) })),
});
export type WritingSettings = z.infer<typeof writingSettings>;

export const writingEndpoints = {
  "GET /api/settings/writing": {
    summary: "How articles are written: the workspace's style, language and glossary",
    access: "session",
    response: writingSettings,
  },
  "PUT /api/settings/writing": {
    summary: "Save how articles are written; what exists keeps its wording",
    access: "session",
    needs: ["change", "settings"],
    body: z.strictObject({
      style,
      language: z
        .string()
        .regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/)
        .nullable(),
      glossary: z
        .array(term)
        .max(MOST_TERMS)
        .refine((terms) => new Set(terms.map((one) => one.term.trim())).size === terms.length, "Each term once."),
    }),
    response: writingSettings,
  },
} as const satisfies EndpointTable;
