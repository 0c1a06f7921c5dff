import { createPool, type DatabaseConnection, safeDatabaseError } from "../db/pool.ts";
import type { Env } from "../env.ts";
import { type CheckFinding, reportOk, reportProblem, reportWarning } from "./finding.ts";
import { readServerLimits } from "./server-queries.ts";

/** Checks that the connection pooler leads to the same database and sets the same limits as a direct connection. */
export async function examinePooler(env: Env, connection: DatabaseConnection | Error): Promise<CheckFinding[]> {
  const url = env.DATABASE_POOLER_URL?.reveal();
  if (!url || connection instanceof Error) return [];
  const pools = [{}, { pooler: url }].map((way) =>
    createPool(connection, { max: 1, applicationName: "lorekeep doctor", ...way }),
  );
  try {
    const [direct, pooled] = await Promise.all(pools.map(readServerLimits));
    if (direct?.place !== pooled?.place)
      return [
        reportProblem(
          "Pooler",
          "leads to another database than DATABASE_URL",
          "Let DATABASE_POOLER_URL lead to the same database.",
        ),
      ];
    if (direct?.limits === pooled?.limits)
      return [reportOk("Pooler", "leads to the same database, with the same limits")];
    return [
      reportWarning(
        "Pooler",
        `statement, lock and idle limits are ${pooled?.limits} instead of ${direct?.limits}`,
        "Set connect_query of the pooler as the operator's guide shows.",
      ),
    ];
  } catch (error) {
    const { message } = safeDatabaseError(error);
    return [reportProblem("Pooler", message, "Check that it runs and that DATABASE_POOLER_URL is right.")];
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}
