import { analyseQuietConversations } from "./analyse-quiet-conversations.ts";
import {
  answerInChatJob,
  answerPrivatelyJob,
  applyChannelRulesJob,
  askInThreadsJob,
  postInThreadsJob,
  readChannelMembers,
  resumePausedReading,
  sendDirectMessagesJob,
} from "./chat-jobs.ts";
import { checkChangedArticles } from "./check-changed-articles.ts";
import { checkDueChannelsJob } from "./check-due-channels.ts";
import { emptyTrashJob } from "./empty-trash.ts";
import { enqueueLostEvents, enqueueLostPublications, enqueueLostRuns } from "./enqueue-lost-jobs.ts";
import type { ScheduledJob } from "./job.ts";
import {
  arrangePagesJob,
  checkEditedPagesJob,
  checkOpenQuestionsJob,
  checkPublishedPagesJob,
  fillNewTargetsJob,
  readArticlesForAnswersJob,
  readPagesForAnswersJob,
} from "./page-jobs.ts";
import {
  checkDueDomainsJob,
  comparePayments,
  notifyPeopleJob,
  purgeDeletedAccountsJob,
  sendNotificationMails,
  sendWebhooksJob,
} from "./people-jobs.ts";
import { pruneHistoryJob } from "./prune-history.ts";
import { readWikisJob } from "./read-wikis.ts";
import { repairPagesJob } from "./repair-pages.ts";
import { reportWorkerJob } from "./report-worker.ts";
import { RETENTION_RULES } from "./retention-rules.ts";
import { removeForgottenExportsJob, writeBackupJob } from "./upkeep-jobs.ts";
import { compareWikiPagesJob, sendWikiReportsJob } from "./wiki-jobs.ts";

/** The scheduled jobs of a worker. A failure of one job does not affect the others. */
export const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  reportWorkerJob,
  enqueueLostRuns,
  enqueueLostPublications,
  fillNewTargetsJob,
  arrangePagesJob,
  readWikisJob,
  repairPagesJob,
  compareWikiPagesJob,
  sendWikiReportsJob,
  enqueueLostEvents,
  checkChangedArticles,
  askInThreadsJob,
  answerInChatJob,
  answerPrivatelyJob,
  checkOpenQuestionsJob,
  postInThreadsJob,
  checkEditedPagesJob,
  checkPublishedPagesJob,
  resumePausedReading,
  readChannelMembers,
  applyChannelRulesJob,
  checkDueChannelsJob,
  analyseQuietConversations,
  readArticlesForAnswersJob,
  readPagesForAnswersJob,
  notifyPeopleJob,
  sendNotificationMails,
  sendDirectMessagesJob,
  sendWebhooksJob,
  ...RETENTION_RULES,
  removeForgottenExportsJob,
  pruneHistoryJob,
  emptyTrashJob,
  comparePayments,
  checkDueDomainsJob,
  purgeDeletedAccountsJob,
  writeBackupJob,
];
