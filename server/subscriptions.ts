import { startRun } from "./analysis/start-run.ts";
import { platformSwitched, readingResumed } from "./billing/events.ts";
import { leaveThreads } from "./inbox/questions/question-queries.ts";
import { wantQuestion } from "./inbox/questions/want-question.ts";
import { channelMadePrivate, channelRemoved, messagesChanged } from "./ingest/events.ts";
import { targetReady, targetRemoved, targetSwitched } from "./integrations/events.ts";
import { forgetContradictionsOf } from "./library/dedupe/forget-channel.ts";
import { articleChanged, articleCreated, wordsRetracted } from "./library/events.ts";
import { followMessages } from "./library/retract/follow-messages.ts";
import { holdChannel } from "./library/retract/hold-back.ts";
import { followPlan, followSwitch, forgetTarget } from "./publishing/follow-targets.ts";
import { setRetracts } from "./publishing/queries.ts";
import { requestPublications, retryParkedPublications } from "./publishing/request-publications.ts";

let isDone = false;

/** Who hears what: calls go down from module to module, news goes up here. To be called before any module works. */
export function subscribeModules(): void {
  if (isDone) return;
  isDone = true;

  messagesChanged.subscribe((_, scope, changes) => followMessages(scope, changes));
  channelMadePrivate.subscribe(async (deps, scope, { channelId }) => void (await holdChannel(deps, scope, channelId)));
  channelRemoved.subscribe((_, scope, { channelId }) => leaveThreads(scope, channelId));
  channelRemoved.subscribe((deps, scope, { channelId }) => forgetContradictionsOf(deps, scope, channelId));

  articleCreated.subscribe((_, scope, { articleId, writing }) => wantQuestion(scope, articleId, writing));
  articleChanged.subscribe(
    async (deps, scope, { articleId }) => void (await requestPublications(deps, scope, articleId)),
  );
  wordsRetracted.subscribe((_, scope, { articleId, retracts }) => setRetracts(scope, articleId, retracts));

  targetReady.subscribe((deps, scope, { integrationId }) => retryParkedPublications(deps, scope, integrationId));
  targetSwitched.subscribe(followSwitch);
  targetRemoved.subscribe(forgetTarget);

  platformSwitched.subscribe(followPlan);
  readingResumed.subscribe(
    async (deps, scope, { channelIds }) =>
      void (await startRun(deps, scope, { kind: "analyse", input: { channelIds }, requestedBy: null })),
  );
}
