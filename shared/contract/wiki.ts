import { z } from "zod";
import { type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

/** The state of reading a knowledge platform's pages. */
const wiki = z.object({
  integrationId: rowId,
  isOn: z.boolean(),
  /** `everybody`: an admin states that everybody who reads the platform may read its unrestricted pages. */
  readers: z.enum(["admins", "everybody"]),
  /** The platform tells of no page who may read it, so that `readers` is always `admins`. */
  hidesReaders: z.boolean(),
  /** The platform's keys of the spaces that are read; if empty, the place where articles are published. */
  places: z.array(z.string()),
  /** The numbers of pages by people: all, those waiting to be read, and those that nobody edited for a year. */
  pages: z.int(),
  waiting: z.int(),
  old: z.int(),
  /** Pages with restricted access, whose text is not read. */
  restricted: z.int(),
  unreadable: z.int(),
  /** The most frequent reason why pages are unreadable. */
  unreadableBecause: z.string().nullable(),
  /** When the oldest and the newest page were last changed, if the platform reports it. */
  oldestAt: moment.nullable(),
  newestAt: moment.nullable(),
  /** The platform has more pages than we read. */
  isFull: z.boolean(),
  /** The list of pages is complete. Before, and while the platform refuses the account, answers do not use them. */
  isListed: z.boolean(),
  isRefused: z.boolean(),
  lookedAt: moment.nullable(),
  nextLookAt: moment.nullable(),
  /** The reason why pages cannot be read now; null if they can. */
  trouble: z.string().nullable(),
  /** Whether the platform tells of changed pages at once; null where it cannot. */
  events: z
    .object({
      isOn: z.boolean(),
      /** The creator of the secret of events: `ours` for this product, `theirs` for the platform. */
      secretOf: z.enum(["ours", "theirs"]),
      /** When the last one came; null: none since the address was made. */
      lastAt: moment.nullable(),
    })
    .nullable(),
});
export type Wiki = z.infer<typeof wiki>;

export const wikiEndpoints = {
  "GET /api/wikis": {
    summary: "Knowledge platforms whose pages can be read, and how far reading them is",
    access: "session",
    needs: ["change", "integrations"],
    response: z.array(wiki),
  },
  "GET /api/wikis/:id/size": {
    summary: "How much of a knowledge platform's pages is stored",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: z.object({ passages: z.int(), bytes: z.int() }),
  },
  "PUT /api/wikis/:id": {
    summary: "Read the pages of a knowledge integration, or stop and erase what was read",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    body: z.strictObject({
      isOn: z.boolean(),
      readers: z.enum(["admins", "everybody"]),
      places: z.array(requiredText(100)).max(50),
    }),
    response: wiki,
  },
} as const satisfies EndpointTable;
