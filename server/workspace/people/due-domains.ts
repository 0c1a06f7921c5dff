import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { listDueDomains } from "./mail-domain-queries.ts";
import { lookAgain } from "./mail-domains.ts";

const AT_ONCE = 50;

/** Looks once a week whether the records of proven domains are still there; what name servers do not answer is asked again later. */
export async function checkDueDomains(
  deps: Pick<Deps, "db" | "events" | "log" | "readTxtRecords">,
): Promise<{ checked: number }> {
  let checked = 0;
  for (const { workspaceId, id } of await listDueDomains(deps.db, AT_ONCE))
    try {
      await lookAgain(deps, workspaceId, id);
      checked += 1;
    } catch (error) {
      // Removed meanwhile, or its name servers do not answer.
      if (!(error instanceof AppError)) throw error;
    }
  return { checked };
}
