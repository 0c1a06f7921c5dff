import type pg from "pg";
import { countLostBlocks } from "../../connectors/testing/random-repairs.ts";
import type { RequestedRepair } from "./requested-repairs.ts";

export interface RepairVerdict {
  made: number;
  /** Repairs that were taken back. */
  undone: number;
  /** Repairs, taken back or not, that the product says were made with a person's own account. */
  withOwnAccount: number;
  /** Repairs that met a person's edit. */
  overtaken: number;
  /** Repairs that the platform's format did not let be made. */
  refused: number;
  /** Blocks that are gone or have other bytes, although the repair was not about them. */
  lostBlocks: number;
  /** Repairs that are on the page although the product says otherwise, or the other way round. */
  wrongOutcomes: number;
}

/** Blocks without the number that people change at the same time. */
export const maskEditCounts = (blocks: string[]): string[] =>
  blocks.map((block) => block.replaceAll(/Counted \d+ times/g, "Counted"));

/** Compares the page with the product's record of the repair. */
export async function judgeRepair(pool: pg.Pool, order: RequestedRepair, verdict: RepairVerdict): Promise<void> {
  const { page, repairId, kind, restores } = order;
  const { rows } = await pool.query<{ state: string; trouble: string | null }>(
    "select state, trouble from wiki_repairs where id = $1",
    [repairId],
  );
  const { state = "gone", trouble = null } = rows[0] ?? {};
  const [before, after] = [maskEditCounts(order.before), maskEditCounts(page.people.blocks(page.externalId))];
  const isOnPage = before.join("\n") !== after.join("\n");
  const isSaid = state === "applied" || state === "in-review";
  const say = (what: string) =>
    process.stdout.write(`${page.type} ${page.externalId}: ${what} (${kind}, ${state} ${trouble ?? ""})\n`);
  if (isOnPage !== isSaid) {
    verdict.wrongOutcomes += 1;
    say(isOnPage ? "is changed" : "is not changed");
    return;
  }
  if (!isSaid) {
    verdict[state === "changed" ? "overtaken" : "refused"] += 1;
    return;
  }
  if (page.isOfOwnAccount) verdict.withOwnAccount += 1;
  const lost = restores
    ? Number(maskEditCounts(restores).join("\n") !== after.join("\n"))
    : countLostBlocks(before, after, { kind: kind === "add" ? "add" : "replace" });
  verdict.lostBlocks += lost;
  if (lost > 0) say(`${lost} blocks are lost or reformatted`);
  verdict[restores ? "undone" : "made"] += 1;
  if (!restores) page.last = { repairId, before: order.before };
}
