import type { PagesOfPeople } from "../../connectors/testing/pages-of-people.ts";
import type { PagePassage } from "../../connectors/wiki-pages.ts";
import type { WikiRepair } from "../../shared/contract/wiki-repairs.ts";
import type { RetryingVisitor } from "./kills-visitor.ts";
import type { PlatformType } from "./platforms/platform.ts";
import type { Product } from "./wiki-product.ts";

/** A page that people wrote, and its last repair that was made. */
export interface RepairedPageFile {
  people: PagesOfPeople;
  externalId: string;
  type: PlatformType;
  /** True for an order without a repair. */
  isLeftAlone: boolean;
  /** True if it is repaired by a person with an account of their own on the platform. */
  isOfOwnAccount: boolean;
  last: { repairId: string; before: string[] } | null;
}

/** A repair that a person ordered, and the page's blocks right before. */
export interface RequestedRepair {
  page: RepairedPageFile;
  repairId: string;
  kind: "replace" | "add" | "undo";
  before: string[];
  /** The blocks that an undo has to bring back. */
  restores: string[] | null;
}

interface RepairRandomness {
  random: (below: number) => number;
  turn: number;
}

/** Orders a random repair, or takes back the last one; null when the page cannot be repaired now. */
export async function requestRepair(
  product: Product,
  page: RepairedPageFile,
  { visitor, ...choice }: RepairRandomness & { visitor: RetryingVisitor },
): Promise<RequestedRepair | null> {
  const before = page.people.blocks(page.externalId);
  const { last } = page;
  page.last = null;
  if (last && choice.random(5) === 0) {
    const { id } = await visitor.call<WikiRepair>("POST", `/api/wiki-repairs/${last.repairId}/undo`, {});
    return { page, repairId: id, kind: "undo", before, restores: last.before };
  }
  const change = await randomChange(product, page, choice);
  if (!change) return null;
  const { id } = await visitor.call<WikiRepair>("POST", "/api/wiki-repairs", change);
  return { page, repairId: id, kind: change.kind, before, restores: null };
}

interface PassageRow extends Pick<PagePassage, "form" | "text"> {
  pageId: string;
  version: string;
  position: number;
}

/** A change of a random passage of the version that was read last. */
async function randomChange(
  { pool }: Product,
  { externalId, type }: RepairedPageFile,
  { random, turn }: RepairRandomness,
) {
  const { rows } = await pool.query<PassageRow>(
    `select p.id as "pageId", p.read_version as version, s.position, s.form, s.text from wiki_pages p
     join knowledge_integrations k on k.id = p.integration_id join wiki_statements s on s.page_id = p.id
     where p.external_id = $1 and k.type = $2 order by s.position`,
    [externalId, type],
  );
  const candidates = rows.filter(({ form, text }) => form === "sentence" && !text.startsWith("Counted"));
  const passage = candidates[random(candidates.length)];
  if (!passage) return null;
  const { pageId, version, position } = passage;
  const kind = random(4) === 0 ? ("add" as const) : ("replace" as const);
  const text = kind === "add" ? `Rule ${turn} was added.` : withOtherNumbers(passage.text, random);
  return { pageId, version, position, kind, sentence: null, text, findingId: null };
}

function withOtherNumbers(text: string, random: (below: number) => number): string {
  const changed = text.replace(/\d+/g, () => String(random(90) + 10));
  return changed === text ? `${text} It is new.` : changed;
}
