import { NotFound } from "../errors.ts";
import { PageChanged } from "../knowledge-target.ts";
import { editMarkup } from "../markup-edit.ts";
import type { BeforeRepair, PlannedRepair, RepairedPage, RepairRequest, UnconfirmedRepair } from "../wiki-repair.ts";
import type { ConfluenceApi } from "./api.ts";
import { restoreLateComments } from "./late-comments.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { buildPageUrl, getStorage, readPage } from "./pages.ts";
import type { ConfluencePage } from "./shapes.ts";
import { STORAGE_FORMAT } from "./storage-format.ts";

export async function planRepair(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  repair: RepairRequest,
): Promise<PlannedRepair> {
  const page = await readExpectedPage(api, config, repair);
  const { edit, shown } = editMarkup(STORAGE_FORMAT, getStorage(page), repair.change);
  return { version: String(page.version.number), edit, shown };
}

/** Changes the page. Confluence itself refuses the update if somebody changed the page meanwhile. */
export async function repairPage(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  repair: RepairRequest,
  before?: BeforeRepair,
): Promise<RepairedPage> {
  const page = await readExpectedPage(api, config, repair);
  const { source, edit, shown } = editMarkup(STORAGE_FORMAT, getStorage(page), repair.change);
  const written = await api.updatePage(
    page.id,
    { title: page.title, storage: source },
    { number: page.version.number + 1, message: repair.note },
    before && (() => before({ version: String(page.version.number), edit, shown })),
  );
  return repaired(api, await restoreLateComments(api, { read: page, written, storage: source }));
}

/** Finds out whether our update arrived: the note of the next version then contains the key. */
export async function findRepair(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { externalId, key, planned }: UnconfirmedRepair,
): Promise<RepairedPage | null> {
  const page = await readPage(api, config, externalId);
  const next = Number(planned.version) + 1;
  if (!page || page.version.number < next) return null;
  const made = page.version.number === next ? page : await api.readPage(externalId, next);
  return made?.version.message?.includes(key) ? repaired(api, { ...page, version: made.version }) : null;
}

/** Reads the page. Throws `PageChanged` if the page has another version. */
export async function readExpectedPage(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { externalId, expectedVersion }: Pick<RepairRequest, "externalId" | "expectedVersion">,
): Promise<ConfluencePage> {
  const page = await readPage(api, config, externalId);
  if (!page || page.status === "trashed") throw new NotFound("The page is gone from Confluence.");
  const isExpected = expectedVersion === null || String(page.version.number) === expectedVersion;
  if (page.status !== "current" || !isExpected) throw new PageChanged("Somebody edited the page in Confluence.");
  return page;
}

const repaired = (api: ConfluenceApi, page: ConfluencePage): RepairedPage => ({
  version: String(page.version.number),
  url: buildPageUrl(api.site, page),
});
