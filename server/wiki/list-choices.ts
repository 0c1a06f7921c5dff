import type { KnowledgePlatform } from "../../connectors/manifests.ts";
import { READING_GUIDES } from "../../connectors/reading-guides.ts";
import type { ReadingChoice } from "../../connectors/wiki-pages.ts";
import { parseReadingFilters } from "../../connectors/wiki-reading-filters.ts";
import { readInWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError, invalid } from "../errors.ts";
import { explainTrouble, getKnowledgeIntegration, openKnowledgeConfig } from "../integrations/index.ts";
import { findReading } from "./wiki-queries.ts";

/** A person waits for the list. */
const LONGEST_LIST_MS = 10_000;

type ChoiceDeps = Pick<Deps, "db" | "connectors" | "secrets">;

interface ChoiceQuestion {
  workspaceId: string;
  id: string;
  kind: string;
  search?: string | undefined;
}

/** Lists the values of one kind from which people choose what is read. The chosen ones are always listed, with their names. */
export async function listReadingChoices(
  { db, connectors, secrets }: ChoiceDeps,
  { workspaceId, id, kind, search = "" }: ChoiceQuestion,
): Promise<ReadingChoice[]> {
  const { integration, places } = await readInWorkspace(db, workspaceId, async (scope) => ({
    integration: await getKnowledgeIntegration(scope, id),
    places: (await findReading(scope, id))?.places ?? [],
  }));
  const platform = integration.type as KnowledgePlatform;
  const kinds = READING_GUIDES[platform]?.choices ?? [];
  if (!kinds.some((one) => one.kind === kind && one.isListed))
    throw invalid("The platform lists nothing of this kind.");
  const names = kinds.map((one) => one.kind);
  const request = { kind, text: search.trim(), chosen: parseReadingFilters(places, names)[kind] ?? [] };
  const config = openKnowledgeConfig(secrets, integration);
  const signal = AbortSignal.timeout(LONGEST_LIST_MS);
  try {
    return (await connectors.targets[platform].listChoices?.(config, request, signal)) ?? [];
  } catch (error) {
    const trouble = signal.aborted ? "The list did not come within 10 seconds." : explainTrouble(error);
    throw trouble === null ? error : new AppError("upstream", trouble);
  }
}
