import { z } from "zod";
import { type EndpointTable, idParams, moment, requiredText, rowId, text } from "./endpoint.ts";

/** The state of reading a knowledge platform's pages. */
const wiki = z.object({
  integrationId: rowId,
  isOn: z.boolean(),
  /** `everybody`: an admin declares that everybody who can use the platform may read its unrestricted pages. */
  readers: z.enum(["admins", "everybody"]),
  /** The platform does not report who may read a page, so `readers` is always `admins`. */
  hidesReaders: z.boolean(),
  /** The choice of what is read, as `kind:value`. If empty, the place where articles are published, or everything. */
  places: z.array(z.string()),
  /**
   * The number of pages that people wrote, of those that wait to be read, and of those that nobody has edited for a
   * year.
   */
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
  /** Pages are corrected only with a person's own account; null if this platform has none by OAuth here. */
  needsOwnAccount: z.boolean().nullable(),
  /** The platform has more pages than the product reads. */
  isFull: z.boolean(),
  /**
   * The list of pages is complete. Until then, and while the platform refuses our account, answers do not use these
   * pages.
   */
  isListed: z.boolean(),
  isRefused: z.boolean(),
  lookedAt: moment.nullable(),
  nextLookAt: moment.nullable(),
  /** The reason why pages cannot be read now; null if they can. */
  trouble: z.string().nullable(),
  /** Whether the platform reports changed pages immediately; null if it cannot. */
  events: z
    .object({
      isOn: z.boolean(),
      /** The side that creates the secret of events: `ours` for this product, `theirs` for the platform. */
      secretOf: z.enum(["ours", "theirs"]),
      /** The time of the last event; null if none has come since the URL was created. */
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
    summary:
      "The pages that the account sees on a knowledge platform, by title, 50 at a time, and what became of each; pages published from articles only by their state",
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
  "GET /api/wikis/:id/choices/:kind": {
    summary: "The values from which people choose what is read of a knowledge platform, those whose name holds a text",
    access: "session",
    needs: ["change", "integrations"],
    params: z.strictObject({ id: rowId, kind: text(40) }),
    query: z.strictObject({ search: text(200).optional() }),
    response: z.array(z.object({ id: z.string(), name: z.string() })),
  },
  "PUT /api/wikis/:id": {
    summary: "Read the pages of a knowledge integration, or stop and erase what was read",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    body: z.strictObject({
      isOn: z.boolean(),
      readers: z.enum(["admins", "everybody"]),
      places: z.array(requiredText(500)).max(50),
      /** If missing, the setting stays. */
      needsOwnAccount: z.boolean().optional(),
    }),
    response: wiki,
  },
} as const satisfies EndpointTable;
