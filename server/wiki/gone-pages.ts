import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getKnowledgeIntegration, openKnowledgeConfig } from "../integrations/index.ts";
import { hidePages, listVisiblePages, type VisiblePage } from "./gone-page-queries.ts";
import { rejudgeConversationsOfPages } from "./rejudge-conversations.ts";

type GoneDeps = Pick<Deps, "db" | "connectors" | "secrets" | "queue" | "events">;

/** An answer waits no longer for the platforms. */
const LONGEST_WAIT_MS = 1_500;
/** A page is not looked up again within this time, and a platform that failed is left alone. */
const KEPT_MS = 60_000;
const MOST_KEPT = 10_000;

/** Ids of pages found where they were, or of integrations that failed, within the last minute. */
class RecentIds {
  readonly #times = new Map<string, number>();

  has(id: string): boolean {
    return Date.now() - (this.#times.get(id) ?? -Infinity) < KEPT_MS;
  }

  add(id: string): void {
    this.#times.delete(id);
    this.#times.set(id, Date.now());
    const [oldest] = this.#times.keys();
    if (this.#times.size > MOST_KEPT && oldest) this.#times.delete(oldest);
  }
}

/** A process looks pages up for itself, so `deps` own what it knows. */
const known = new WeakMap<object, RecentIds>();
function keptOf({ connectors }: GoneDeps): RecentIds {
  const kept = known.get(connectors) ?? new RecentIds();
  known.set(connectors, kept);
  return kept;
}

/**
 * Asks the platforms whether these pages are still there for everybody who reads their place, and hides the others until the platform
 * lists them again. Returns the ids of the hidden ones. A platform that is down or slow hides and delays nothing.
 */
export async function hideDeletedPages(deps: GoneDeps, workspaceId: string, pageIds: string[]): Promise<Set<string>> {
  const kept = keptOf(deps);
  const asked = pageIds.filter((id) => !kept.has(id));
  if (asked.length === 0) return new Set();
  const pages = await inWorkspace(deps.db, workspaceId, (scope) => listVisiblePages(scope, asked));
  const byWiki = [...Map.groupBy(pages, ({ integrationId }) => integrationId)];
  const found = await Promise.all(
    byWiki.map(async ([integrationId, those]) => {
      if (kept.has(integrationId)) return [];
      try {
        const gone = await lookUp(deps, workspaceId, integrationId, those);
        for (const { id, externalId } of those) if (!gone.has(externalId)) kept.add(id);
        return those.filter(({ externalId }) => gone.has(externalId));
      } catch {
        // The next look at the wiki says what is wrong with the platform or the account.
        kept.add(integrationId);
        return [];
      }
    }),
  );
  const gone = found.flat();
  if (gone.length > 0) await hide(deps, workspaceId, gone);
  return new Set(gone.map(({ id }) => id));
}

async function lookUp(
  { db, connectors, secrets }: GoneDeps,
  workspaceId: string,
  integrationId: string,
  pages: VisiblePage[],
): Promise<Set<string>> {
  const integration = await inWorkspace(db, workspaceId, (scope) => getKnowledgeIntegration(scope, integrationId));
  const target = connectors.targets[integration.type as keyof typeof connectors.targets];
  if (!target?.findGone) return new Set();
  const config = openKnowledgeConfig(secrets, integration);
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  const places = pages[0]?.places ?? [];
  const asking = target.findGone(config, { places, pages }, signal);
  // A connector may wait for its turn without looking at the signal.
  const late = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => late.reject(signal.reason));
  return new Set(await Promise.race([asking, late.promise]));
}

const hide = (deps: GoneDeps, workspaceId: string, pages: VisiblePage[]) =>
  inWorkspace(deps.db, workspaceId, async (scope) => {
    for (const [integrationId, those] of Map.groupBy(pages, (page) => page.integrationId)) {
      const pageIds = those.map(({ id }) => id);
      await rejudgeConversationsOfPages(deps, scope, { integrationId, which: "these", pageIds });
      await hidePages(scope, pageIds);
    }
  });
