import { analyseQuietConversations } from "./analyse-quiet-conversations.ts";
import { answerInChatJob } from "./answer-in-chat.ts";
import { answerPrivatelyJob } from "./answer-privately.ts";
import { arrangePagesJob } from "./arrange-pages.ts";
import { askInThreads } from "./ask-in-threads.ts";
import { checkChangedArticles } from "./check-changed-articles.ts";
import { checkDueChannelsJob } from "./check-due-channels.ts";
import { checkDueDomainsJob } from "./check-due-domains.ts";
import { checkOpenQuestionsJob } from "./check-open-questions.ts";
import { checkPublishedPagesJob } from "./check-published-pages.ts";
import { comparePayments } from "./compare-payments.ts";
import { emptyTrashJob } from "./empty-trash.ts";
import { enqueueLostEvents, enqueueLostPublications, enqueueLostRuns } from "./enqueue-lost-jobs.ts";
import { fillNewTargetsJob } from "./fill-new-targets.ts";
import { followChannelRulesJob } from "./follow-channel-rules.ts";
import type { ScheduledJob } from "./job.ts";
import { compareWikiPagesJob, sendWikiReportsJob } from "./look-after-wikis.ts";
import { notifyPeopleJob } from "./notify-people.ts";
import { postInThreadsJob } from "./post-in-threads.ts";
import { pruneHistoryJob } from "./prune-history.ts";
import { purgeDeletedAccountsJob } from "./purge-deleted-accounts.ts";
import { readArticlesForAnswersJob } from "./read-articles-for-answers.ts";
import { readChannelMembers } from "./read-channel-members.ts";
import { readWikisJob } from "./read-wikis.ts";
import { removeForgottenExportsJob } from "./remove-forgotten-exports.ts";
import { repairPagesJob } from "./repair-pages.ts";
import { reportWorkerJob } from "./report-worker.ts";
import { resumePausedReading } from "./resume-paused-reading.ts";
import { RETENTION_RULES } from "./retention-rules.ts";
import { sendDirectMessagesJob } from "./send-direct-messages.ts";
import { sendNotificationMails } from "./send-notification-mails.ts";
import { sendWebhooksJob } from "./send-webhooks.ts";
import { writeBackupJob } from "./write-backup.ts";

/** The scheduled jobs of a worker. A failure of one does not affect the others. */
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
  askInThreads,
  answerInChatJob,
  answerPrivatelyJob,
  checkOpenQuestionsJob,
  postInThreadsJob,
  checkPublishedPagesJob,
  resumePausedReading,
  readChannelMembers,
  followChannelRulesJob,
  checkDueChannelsJob,
  analyseQuietConversations,
  readArticlesForAnswersJob,
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
