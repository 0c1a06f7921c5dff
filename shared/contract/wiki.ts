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

/**
 * `cut`: read up to a limit. `restricted`: fewer people may open it, so it is not read. `unreadable`: it could not be read. `ours`:
 * published from an article, whose words are known.
 */
export const WIKI_PAGE_STATES = ["read", "waiting", "cut", "restricted", "unreadable", "ours"] as const;
export type WikiPageState = (typeof WIKI_PAGE_STATES)[number];

const listedPage = z.object({
  id: rowId,
  /** Empty for a restricted page, of which only an id is stored. */
  title: z.string(),
  url: z.string(),
  editedAt: moment.nullable(),
  state: z.enum(WIKI_PAGE_STATES),
  /** The reason, as a sentence, why it could not be read. */
  reason: z.string().nullable(),
});
export type ListedWikiPage = z.infer<typeof listedPage>;

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
  "GET /api/wikis/:id/pages": {
    summary: "The pages that the account sees on a knowledge platform, by title, 50 at a time, and what became of each",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    query: z.strictObject({
      state: z.enum(WIKI_PAGE_STATES).optional(),
      /** The number of pages that were listed before. A string of digits, because query values are not coerced. */
      from: z
        .string()
        .regex(/^\d{1,6}$/, "Not a number.")
        .optional(),
    }),
    response: z.object({ total: z.int(), pages: z.array(listedPage) }),
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
