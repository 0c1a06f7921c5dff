import { z } from "zod";
import { SECTION_ROLES } from "../../../shared/domain/article.ts";
import { CONTENT_TYPES, DIFFICULTIES, PRIORITIES } from "../../../shared/domain/facets.ts";

/** The categories the local engine files under, so that a workspace sees one set of them whoever wrote. */
export const CATEGORIES = [
  "HR & Policies",
  "Finance",
  "IT & Access",
  "Support",
  "Operations",
  "Tools & Setup",
  "Product",
  "Sales & Marketing",
  "Engineering",
  "General",
] as const;

const sources = z.array(z.int().min(1).max(100_000)).min(1).max(40);

const statement = z.strictObject({
  form: z.enum(["sentence", "code"]),
  text: z.string().min(1).max(4_000),
  language: z.string().max(20).nullable(),
  sources,
});
export type StatementAnswer = z.infer<typeof statement>;

const numbers = z.array(z.int().min(1).max(100_000));

/** Is this knowledge, and is it one conversation? */
export const judgementAnswer = z.strictObject({
  isKnowledge: z.boolean(),
  certainty: z.enum(["low", "medium", "high"]),
  contentType: z.enum(CONTENT_TYPES),
  /** Messages that belong to another conversation than the first one; one list for each. */
  otherConversations: z.array(numbers.min(1).max(500)).max(20).default([]),
});
export type JudgementAnswer = z.infer<typeof judgementAnswer>;

/** A part of a long conversation, in statements. */
export const statementsAnswer = z.strictObject({ statements: z.array(statement).max(80) });

export const articleAnswer = z.strictObject({
  title: z.string().min(1).max(160),
  summary: z
    .array(z.strictObject({ text: z.string().min(1).max(600), sources }))
    .min(1)
    .max(3),
  sections: z
    .array(
      z.strictObject({
        role: z.enum(SECTION_ROLES),
        heading: z.string().max(100).nullable(),
        layout: z.enum(["prose", "steps", "bullets"]),
        statements: z.array(statement).min(1).max(40),
      }),
    )
    .min(1)
    .max(12),
  contentType: z.enum(CONTENT_TYPES),
  difficulty: z.enum(DIFFICULTIES),
  priority: z.enum(PRIORITIES),
  category: z.enum(CATEGORIES),
  tags: z.array(z.string().max(40)).max(10),
  keywords: z.array(z.string().max(40)).max(16),
});
export type ArticleAnswer = z.infer<typeof articleAnswer>;

/** What a reader who knows the conversation says of an article. Statements are named by their numbers. */
export const reviewAnswer = z.strictObject({
  wrong: z
    .array(
      z.strictObject({
        statement: z.int().min(1).max(1_000),
        why: z.enum(["not said", "said otherwise", "taken back", "only of this case", "not understandable", "private"]),
      }),
    )
    .max(60),
  missing: z.array(z.strictObject({ what: z.string().min(1).max(400), sources })).max(20),
  title: z.enum(["good", "fair", "bad"]),
  reads: z.enum(["document", "partly", "transcript"]),
  verdict: z.enum(["publish", "edit", "reject"]),
});
export type ReviewAnswer = z.infer<typeof reviewAnswer>;

/** How what is new relates to what is known. Statements are named by their numbers. */
export const comparisonAnswer = z.strictObject({
  relation: z.enum(["same", "adds", "contradicts", "different"]),
  certainty: z.enum(["low", "medium", "high"]),
  same: z.array(z.strictObject({ known: z.int(), fresh: z.int() })).max(200),
  contradicting: z.array(z.strictObject({ known: z.int(), fresh: z.int() })).max(60),
  added: z.array(z.int()).max(200),
});
export type ComparisonAnswer = z.infer<typeof comparisonAnswer>;

const claim = z.strictObject({ text: z.string().min(1).max(1_000), sources });
export type ClaimAnswer = z.infer<typeof claim>;

/** An answer to a question; without claims where the sentences do not answer it. */
export const claimsAnswer = z.strictObject({ claims: z.array(claim).max(12) });
