import * as z from "zod";
import { MissingPermission, NotFound } from "../errors.ts";
import type { TargetCheckResult } from "../knowledge-target.ts";
import type { WikiApi } from "./api.ts";
import type { MediaWikiConfig } from "./manifest.ts";

/**
 * The rights that the account needs, each with the grant that a bot password needs for it.
 * https://www.mediawiki.org/wiki/Help:User_rights
 */
const RIGHTS: Record<string, string> = {
  read: "Basic rights",
  edit: "Edit existing pages",
  createpage: "Create, edit, and move pages",
  move: "Create, edit, and move pages",
  delete: "Delete pages, revisions, and log entries",
  undelete: "Delete pages, revisions, and log entries",
  deletedhistory: "View deleted files and pages",
  deletedtext: "View deleted files and pages",
};

const found = z.object({
  query: z.object({
    userinfo: z.object({ name: z.string(), rights: z.array(z.string()) }),
    general: z.object({ sitename: z.string(), generator: z.string() }),
    pages: z.array(z.object({ title: z.string(), missing: z.boolean().nullish() })),
  }),
});

export async function checkWiki(api: WikiApi, { spaceId }: MediaWikiConfig): Promise<TargetCheckResult> {
  const name = spaceId.trim();
  const question = { meta: "userinfo|siteinfo", uiprop: "rights", siprop: "general", titles: `Category:${name}` };
  const { userinfo, general, pages } = (await api.read(question, found)).query;
  const missing = Object.keys(RIGHTS).filter((right) => !userinfo.rights.includes(right));
  if (missing.length > 0) {
    const grants = [...new Set(missing.map((right) => RIGHTS[right]))].join("; ");
    throw new MissingPermission(
      `The account lacks these rights in the wiki: ${missing.join(", ")}. Put it into a group that has them, and give the bot password these grants: ${grants}.`,
      missing.join(" "),
    );
  }
  if (pages[0]?.missing)
    throw new NotFound(
      `The wiki has no page “Category:${name}”. Write it first, or enter the name of another category.`,
    );
  const warnings = userinfo.rights.includes("noratelimit")
    ? []
    : ["The wiki limits how much this account may write in a minute. In the group Bots it could fill the wiki faster."];
  return { account: userinfo.name, place: `${general.sitename}, category ${name}`, warnings };
}
