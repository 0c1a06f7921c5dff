import { PageChanged } from "../../../connectors/knowledge-target.ts";
import type { WikiCommenting } from "../../../connectors/wiki-comment.ts";
import { oneLine } from "../../../connectors/wiki-pages.ts";
import type { RepairedPage, WikiRepairing } from "../../../connectors/wiki-repair.ts";
import { recordActivity } from "../../activity/index.ts";
import { scopeForReader } from "../../db/audience.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { explainTrouble, getKnowledgeIntegration, openKnowledgeConfig } from "../../integrations/index.ts";
import { deliverOnce, processOutbox } from "../../outbox/outbox.ts";
import { closeFinding, reopenFindings, updatePassageOfFindings } from "../findings/finding-decision-queries.ts";
import { findPublicOrigin } from "../findings/finding-source-queries.ts";
import { findActingAccount } from "./acting-account.ts";
import { createCommentSteps } from "./leave-comments.ts";
import {
  claimRepair,
  findPageForRequester,
  findReviewedPage,
  type RepairChange,
  type RepairRow,
  requestPageReading,
  writeRepair,
} from "./repair-queries.ts";

/** A person's press is not carried out a day later, when nobody expects it any more. */
const LATEST_MS = 24 * 3_600_000;
const LONGEST_NAME = 80;
const REVIEWS_EVERY_MS = 15 * 60_000;
const GONE = "The page is not read any more, or the person who ordered the change may not read it.";
const TOO_LATE = "The platform could not be reached for a day.";

const refused = (trouble: string): RepairChange => ({ state: "refused", trouble, intentAt: null });

/** Another worker works on the row, or it was deleted: nothing is sent. */
class RepairOvertaken extends Error {}

/** Makes the ordered repairs of people's pages, each exactly once, and looks up those in review, until none is due. */
export async function makeRepairs(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const store = (row: RepairRow, change: RepairChange) =>
    inWorkspace(deps.db, row.workspaceId, async (scope) => {
      const isStored = await writeRepair(scope, row, change);
      if (isStored && change.state) await follow(deps, scope, row, change);
      return isStored;
    });
  await processOutbox(
    deps,
    {
      name: "A repair of a page",
      leaseSeconds: deps.env.UNRESOLVED_WAIT_SECONDS,
      longestPauseSeconds: 600,
      claim: (leaseSeconds) => claimRepair(deps.db, leaseSeconds),
      work: (row, ends) =>
        (row.state === "waiting" ? makeRepair : followReview)(deps, row, (change) => store(row, change), ends),
      opensOutcome: ({ state }) => state === "waiting",
      fail: (row, { error, refusal, retry }) => {
        if (row.state === "in-review") return store(row, { nextAttemptAt: retry.nextAttemptAt });
        return store(row, refusal ? refused(refusal.message) : { ...retry, trouble: explainTrouble(error) });
      },
    },
    signal,
  );
}

const CORRECTED = "A page of the wiki was corrected.";
const MADE: Record<RepairRow["change"]["kind"], string> = {
  replace: CORRECTED,
  add: CORRECTED,
  undo: "A correction of a page of the wiki was taken back.",
  comment: "A comment was left on a page of the wiki.",
  uncomment: "A comment on a page of the wiki was taken back.",
};

const TOLD: Partial<Record<RepairRow["state"], string>> = {
  "in-review": "A correction of a page of the wiki was proposed to its reviewers.",
  declined: "A correction of a page of the wiki was declined by its reviewers.",
};

/** Consequences of a repair's new state, in the transaction that stores it. Its finding is decided once the page has the words. */
async function follow(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { id, pageId, findingId, orderedBy, undoes, change }: RepairRow,
  { state }: RepairChange,
): Promise<void> {
  await requestPageReading(scope, pageId);
  await events.notify(scope, { type: "inbox" });
  const message = (state && TOLD[state]) ?? (state === "applied" ? MADE[change.kind] : null);
  if (!message) return;
  if (state === "applied" && findingId && orderedBy && "at" in change) {
    const choice = change.kind === "comment" ? "comment-left" : "page-updated";
    await closeFinding(
      scope,
      { id: findingId, passage: "text" in change.at ? change.at.text : "", text: change.text },
      { choice, by: orderedBy },
    );
    if (change.kind === "replace") await updatePassageOfFindings(scope, id);
  }
  if (undoes && state === "applied") await reopenFindings(scope, undoes);
  await recordActivity(scope, events, {
    type: "change",
    message,
    data: { repairId: id, pageId },
    by: state === "declined" ? null : orderedBy,
  });
}

async function makeRepair(
  deps: Deps,
  row: RepairRow,
  store: (change: RepairChange) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const place = await inWorkspace(deps.db, row.workspaceId, (scope) => placeOf(deps, scope, row));
  if (!place) return void (await store(refused(GONE)));
  const { lookUp, send } = callsOf(row, place, store, signal);
  try {
    await deliverOnce(row, {
      waitSeconds: deps.env.UNRESOLVED_WAIT_SECONDS,
      lookUp,
      compose: async () => (Date.now() - row.createdAt.getTime() <= LATEST_MS ? row : null),
      send,
      store,
      unwanted: refused(TOO_LATE),
    });
  } catch (error) {
    if (error instanceof RepairOvertaken) return;
    if (!(error instanceof PageChanged)) throw error;
    await store({ state: "changed", trouble: "Somebody edited the page meanwhile.", intentAt: null });
  }
}

/** Stores what reviewers decided. A request that is gone counts as declined. */
async function followReview(
  deps: Deps,
  row: RepairRow,
  store: (change: RepairChange) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const later = () => store({ nextAttemptAt: nextReviewLook() });
  const place = await inWorkspace(deps.db, row.workspaceId, async (scope) => {
    const page = await findReviewedPage(scope, row);
    return page && openTarget(deps, scope, page.integrationId);
  });
  if (!place?.target.findReview) return void (await later());
  const review = await place.target.findReview(place.config, keyOf(row), signal);
  if (review?.state === "open") await later();
  else if (review?.state === "merged") await store({ state: "applied", url: review.url });
  else await store({ state: "declined", declined: { by: review?.by ?? null, at: review?.at?.toISOString() ?? null } });
}

const nextReviewLook = () => new Date(Date.now() + REVIEWS_EVERY_MS);
const keyOf = ({ id }: RepairRow) => id.replaceAll("-", "");

type Target = Partial<WikiRepairing<Record<string, string>> & WikiCommenting<Record<string, string>>>;
type RepairPlace = NonNullable<Awaited<ReturnType<typeof placeOf>>>;

/** The calls that carry the order out, and find the outcome of one that was sent. */
function callsOf(
  row: RepairRow,
  place: RepairPlace,
  store: (change: RepairChange) => Promise<boolean>,
  signal: AbortSignal,
): { lookUp: () => Promise<RepairChange | null>; send: () => Promise<RepairChange> } {
  const { target, config, account, externalId, name } = place;
  const { change, expectedVersion, planned } = row;
  if (change.kind === "comment" || change.kind === "uncomment")
    return createCommentSteps(row, change, { ...place, target: target as Required<Target> }, signal);
  const { repair, findRepair } = target as Required<Target>;
  const key = keyOf(row);
  const note = `${change.kind === "undo" ? "Taken back" : "Corrected"} by ${name} with Lorekeep (${key})`;
  const made = ({ url, isInReview }: RepairedPage): RepairChange => ({
    state: isInReview ? "in-review" : "applied",
    ...(isInReview && { nextAttemptAt: nextReviewLook() }),
    url,
    trouble: null,
  });
  return {
    async lookUp() {
      // Without a stored edit no call went out.
      if (!planned || !("edit" in planned)) return null;
      // The account that reads the page sees each version of it. A person's own account may have lost the page since.
      const found = await findRepair(config, { externalId, key, planned }, signal);
      return found && made(found);
    },
    send: async () =>
      made(
        await account.act((own) =>
          repair(own, { externalId, expectedVersion, change, key, note }, signal, async (edit) => {
            if (!(await store({ planned: edit }))) throw new RepairOvertaken();
          }),
        ),
      ),
  };
}

/** Null when the integration is switched off. */
async function openTarget(deps: Deps, scope: WorkspaceScope, integrationId: string) {
  const integration = await getKnowledgeIntegration(scope, integrationId);
  const target: Target | undefined = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
  if (!integration.isActive || !target) return null;
  return { integration, target, config: openKnowledgeConfig(deps.secrets, integration) };
}

/** Null when the page is gone or hidden, its integration is off, or its platform cannot do what was ordered. */
async function placeOf(deps: Deps, scope: WorkspaceScope, row: RepairRow) {
  const page = row.orderedBy && (await findPageForRequester(scopeForReader(scope, row.orderedBy), row));
  if (!page) return null;
  const place = await openTarget(deps, scope, page.integrationId);
  const { kind } = row.change;
  const isAble = kind === "comment" || kind === "uncomment" ? place?.target.comment : place?.target.repair;
  if (!place || !isAble) return null;
  return {
    ...place,
    account: await findActingAccount(deps, scope, { row, ...place }),
    externalId: page.externalId,
    name: oneLine(`${page.firstName} ${page.lastName}`).slice(0, LONGEST_NAME),
    origin: row.findingId && kind === "comment" ? await findPublicOrigin(scope, row.findingId) : null,
  };
}
