import { z } from "zod";
import type { Permission } from "../domain/access.ts";

/**
 * An endpoint is one value in a table keyed by 'METHOD /path'. The server validates with it, the browser's client takes
 * its types from it (and none of its code), and /api/openapi.json is generated from it.
 */
export interface Endpoint {
  summary: string;
  /** `public` needs no session. */
  access: "public" | "session";
  /** The permission that the person needs (shared/domain/access.ts); without it everybody of the workspace may call it. */
  needs?: Permission;
  /** The path parameter that names an article. People who may not read it get the answer of an article that does not exist. */
  readableArticle?: "id";
  /** Also open to an account that expired because nobody paid; all other calls are refused. */
  openWhenExpired?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
}

export type EndpointTable = Readonly<Record<`GET /${string}`, Endpoint>> &
  Readonly<Record<`${"POST" | "PUT" | "PATCH" | "DELETE"} /${string}`, Writing>> &
  Readonly<Record<`${Uppercase<string>} /api/articles/:id${string}`, Endpoint & { readableArticle: "id" }>>;

/** Every endpoint that changes something names the required permission. */
type Writing = Endpoint & ({ access: "public" } | { access: "session"; needs: Permission });

/** The body of every refusal. `message` is a sentence for a person; the browser shows '{status}: {body}'. */
export const errorBody = z.object({
  message: z.string(),
  /** The sentence of `message` under the second name that the API promises. */
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  /** Invalid fields with the reason, for forms. */
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Whether the account expired. */
  subscriptionExpired: z.boolean().optional(),
  /** The cause, as a sentence of its own: for example the platform's refusal. */
  details: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** Text as people write it: well-formed Unicode without NUL (PostgreSQL stores neither). */
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
 * The size of a page (shared/domain/list-pages.ts); the greatest when absent. A string of digits, because query values
 * are not coerced.
 */
export const pageLimit = z
  .string()
  .regex(/^([1-9]\d{0,2}|1000)$/, "A whole number from 1 to 1000.")
  .optional();

export const rowId = z.uuid("Not an id.");
export const moment = z.iso.datetime();
export const idParams = z.strictObject({ id: rowId });
export const done = z.object({ success: z.literal(true) });

/** Undoes a decision: `POST /api/inbox/{id}/undo` with this id. Null where that is impossible (a page was written). */
export const undoable = z.object({ id: rowId, until: moment }).nullable();
