import { checkChannelNow, resumeWaitingRuns, startRun, writeRequestedArticles } from "./analysis/index.ts";
import { deleteErasedQuestions, requestAnswer, requestPageReply } from "./ask/index.ts";
import { platformSwitchedByPlan, readingResumed } from "./billing/index.ts";
import { closeFixedQuestions, deleteThreadQuestions, requestThreadQuestion } from "./inbox/index.ts";
import {
  channelEventsLost,
  channelMadePrivate,
  channelMadePublic,
  channelRemoved,
  messagesChanged,
  messagesForgotten,
  questionAsked,
} from "./ingest/index.ts";
import {
  onlyNewArticlesChosen,
  targetReadersChanged,
  targetRemoved,
  targetSwitched,
  targetWorksAgain,
} from "./integrations/index.ts";
import { forgetContradictionsOfChannel } from "./library/dedupe/index.ts";
import { articleChanged, articleCreated, articleEdited, wordsRetracted } from "./library/index.ts";
import { eraseModelAnswers, holdChannel, retractMessages } from "./library/retract/index.ts";
import { notifyAuthor } from "./notifications/index.ts";
import { endWebhooksOfPerson } from "./public-api/index.ts";
import {
  markPagesForRetraction,
  releasePublicChannel,
  requestPublications,
  retryParkedPublications,
  updateHoldsOfChannel,
  updateHoldsOfPrivateArticles,
} from "./publishing/index.ts";
import {
  deletePublicationsOfTarget,
  excludeExistingArticles,
  handlePlanSwitch,
  requestEditsCheck,
  requestLookAtPages,
  updateStatusesAfterSwitch,
} from "./publishing/targets/index.ts";
import { modelChanged } from "./settings/index.ts";
import {
  articleRequested,
  conversationOnPages,
  conversationsReopened,
  eraseFindingsOf,
  forgetFindingsOf,
} from "./wiki/findings/index.ts";
import { rejudgeConversationsOfPages, wikiPagesChanged } from "./wiki/index.ts";
import { adminRightsEnded, articleOpened } from "./workspace/index.ts";

let isDone = false;

/** Subscribes modules to the events of the modules that they import. Called before any module works. */
export function subscribeModules(): void {
  if (isDone) return;
  isDone = true;

  messagesChanged.subscribe((_, scope, changes) => retractMessages(scope, changes));
  messagesChanged.subscribe((_, scope, changes) => eraseFindingsOf(scope, changes));
  messagesForgotten.subscribe((_, scope, { externalIds }) => eraseModelAnswers(scope, externalIds));
  messagesForgotten.subscribe((_, scope, forgotten) => forgetFindingsOf(scope, forgotten));
  messagesForgotten.subscribe((_, scope, forgotten) => deleteErasedQuestions(scope, forgotten));
  channelMadePrivate.subscribe(async (deps, scope, { channelId }) => void (await holdChannel(deps, scope, channelId)));
  channelMadePrivate.subscribe(updateHoldsOfChannel);
  channelMadePublic.subscribe(releasePublicChannel);
  channelRemoved.subscribe((_, scope, { channelId }) => deleteThreadQuestions(scope, channelId));
  channelRemoved.subscribe((deps, scope, { channelId }) => forgetContradictionsOfChannel(deps, scope, channelId));

  modelChanged.subscribe(resumeWaitingRuns);
  articleRequested.subscribe(writeRequestedArticles);
  conversationsReopened.subscribe(checkChannelNow);

  channelEventsLost.subscribe(checkChannelNow);
  questionAsked.subscribe((_, scope, asked) => requestAnswer(scope, asked));
  conversationOnPages.subscribe((_, scope, conversation) => requestPageReply(scope, conversation));

  articleCreated.subscribe((_, scope, { articleId, writing }) => requestThreadQuestion(scope, articleId, writing));
  articleCreated.subscribe((deps, scope, { articleId, writing }) => notifyAuthor(deps, scope, articleId, writing));
  articleChanged.subscribe(
    async (deps, scope, { articleId }) => void (await requestPublications(deps, scope, articleId)),
  );
  wordsRetracted.subscribe((_, scope, { articleId }) => markPagesForRetraction(scope, articleId));
  articleEdited.subscribe((deps, scope, edited) => closeFixedQuestions(deps, scope, edited));

  targetWorksAgain.subscribe((deps, scope, { integrationId }) => retryParkedPublications(deps, scope, integrationId));
  onlyNewArticlesChosen.subscribe(excludeExistingArticles);
  targetSwitched.subscribe(updateStatusesAfterSwitch);
  targetReadersChanged.subscribe((deps, scope) => updateHoldsOfPrivateArticles(deps, scope));
  targetReadersChanged.subscribe(async (deps, scope, { integrationId, wasForEverybody }) => {
    if (wasForEverybody) await rejudgeConversationsOfPages(deps, scope, { integrationId, which: "all" });
  });
  targetRemoved.subscribe(deletePublicationsOfTarget);
  targetRemoved.subscribe((deps, scope, { integrationId }) =>
    rejudgeConversationsOfPages(deps, scope, { integrationId, which: "all" }),
  );

  wikiPagesChanged.subscribe((_, scope, { integrationId, event }) => requestEditsCheck(scope, integrationId, event));
  articleOpened.subscribe((_, scope, { articleId }) => requestLookAtPages(scope, articleId));

  platformSwitchedByPlan.subscribe(handlePlanSwitch);
  readingResumed.subscribe(
    async (deps, scope, { channelIds }) =>
      void (await startRun(deps, scope, { kind: "analyse", input: { channelIds }, requestedBy: null })),
  );

  adminRightsEnded.subscribe((deps, scope, { userId }) => endWebhooksOfPerson(deps, scope, userId));
}
