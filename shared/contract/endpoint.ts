import { z } from "zod";
import type { Permission } from "../domain/access.ts";

/**
 * One endpoint, in a table by 'METHOD /path'. The server validates requests with it, the browser's client uses only its
 * types, and /api/openapi.json is generated from it.
 */
export interface Endpoint {
  summary: string;
  /** `public` needs no session. */
  access: "public" | "session";
  /**
   * The required permission (shared/domain/access.ts). If missing, everybody in the workspace may call the endpoint.
   */
  needs?: Permission;
  /**
   * The path parameter with an article's id. People who may not read the article get the same answer as for a missing
   * article.
   */
  readableArticle?: "id";
  /** An expired account may call this endpoint too. All other calls are refused. */
  openWhenExpired?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
}

export type EndpointTable = Readonly<Record<`GET /${string}`, Endpoint>> &
  Readonly<Record<`${"POST" | "PUT" | "PATCH" | "DELETE"} /${string}`, Writing>> &
  Readonly<Record<`${Uppercase<string>} /api/articles/:id${string}`, Endpoint & { readableArticle: "id" }>>;

/** Every endpoint that changes something has to name the required permission. */
type Writing = Endpoint & ({ access: "public" } | { access: "session"; needs: Permission });

/** The body of every error. `message` is a sentence for people; the browser shows '{status}: {body}'. */
export const errorBody = z.object({
  message: z.string(),
  /** A copy of `message`, because the API promises both names. */
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** Invalid fields with the reason, for forms. */
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Whether the account expired. */
  subscriptionExpired: z.boolean().optional(),
  /** The cause in a separate sentence, for example the platform's refusal. */
  details: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** Text that people wrote: well-formed Unicode without NUL, which PostgreSQL cannot store. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `At most ${max} characters.`)
    .refine(
      (value) => value.isWellFormed() && !value.includes("\u0000"),
      "Contains a character that cannot be stored.",
    );
export const requiredText = (max: number) => text(max).refine((value) => value.trim() !== "", "Required.");
/**
 * The size of a page (shared/domain/list-pages.ts), the largest by default. A string of digits, because query values are not
 * converted.
 */
export const pageLimit = z
  .string()
  .regex(/^([1-9]\d{0,2}|1000)$/, "A whole number from 1 to 1000.")
  .optional();

export const rowId = z.uuid("Not an id.");
export const moment = z.iso.datetime();
export const idParams = z.strictObject({ id: rowId });
export const doneResponse = z.object({ success: z.literal(true) });

/**
 * The id with which `POST /api/inbox/{id}/undo` undoes the decision. Null if an undo is impossible, because a wiki page
 * was changed.
 */
export const undoableDecisionId = z.object({ id: rowId, until: moment }).nullable();
