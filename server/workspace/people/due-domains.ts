import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { listDueDomains } from "./mail-domain-queries.ts";
import { recheckMailDomain } from "./mail-domains.ts";

const AT_ONCE = 50;

/**
 * Checks once a week that the DNS records of proven domains still exist. If name servers do not answer, the check is retried.
 */
export async function checkDueDomains(
  deps: Pick<Deps, "db" | "events" | "log" | "readTxtRecords">,
): Promise<{ checked: number }> {
  let checked = 0;
  for (const { workspaceId, id } of await listDueDomains(deps.db, AT_ONCE))
    try {
      await recheckMailDomain(deps, workspaceId, id);
      checked += 1;
    } catch (error) {
      // The domain was removed meanwhile, or its name servers do not answer.
      if (!(error instanceof AppError)) throw error;
    }
  return { checked };
}
