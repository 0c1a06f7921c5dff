import { z } from "zod";
import { type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

/** The reading of the pages that people wrote on a knowledge platform. */
const wiki = z.object({
  integrationId: rowId,
  isOn: z.boolean(),
  /** `everybody`: an admin states that everybody who reads the platform may read its unrestricted pages. */
  readers: z.enum(["admins", "everybody"]),
  /** The platform's keys of the spaces that are read; empty: the place where articles are published. */
  places: z.array(z.string()),
  /** Pages that people wrote; those of them that wait to be read; those that nobody edited for a year. */
  pages: z.int(),
  waiting: z.int(),
  old: z.int(),
  /** Pages that fewer people may read, whose words are not read. */
  restricted: z.int(),
  unreadable: z.int(),
  /** The most frequent reason why pages are unreadable. */
  unreadableBecause: z.string().nullable(),
  /** The last changes of the pages that were changed first and last, as far as the platform tells. */
  oldestAt: moment.nullable(),
  newestAt: moment.nullable(),
  /** The platform has more pages than are read. */
  isFull: z.boolean(),
  /** The list of pages is complete. Until then, and while the platform refuses the account, nobody is answered from them. */
  isListed: z.boolean(),
  isRefused: z.boolean(),
  lookedAt: moment.nullable(),
  nextLookAt: moment.nullable(),
  /** The reason why pages cannot be read at the moment; null while they can. */
  trouble: z.string().nullable(),
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
