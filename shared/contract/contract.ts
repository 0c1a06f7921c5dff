import { accountEndpoints } from "./accounts.ts";
import { activityEndpoints } from "./activity.ts";
import { analysisEndpoints } from "./analysis.ts";
import { answerEndpoints } from "./answers.ts";
import { apiKeyEndpoints } from "./api-keys.ts";
import { articleActionEndpoints } from "./article-actions.ts";
import { articleEndpoints } from "./articles.ts";
import { askEndpoints } from "./ask.ts";
import { auditEndpoints } from "./audit.ts";
import { billingEndpoints } from "./billing.ts";
import { canonicalEndpoints } from "./canonical.ts";
import { categoryEndpoints } from "./categories.ts";
import { channelEndpoints } from "./channels.ts";
import { connectedAppEndpoints } from "./connected-apps.ts";
import { connectionEndpoints } from "./connections.ts";
import { editingEndpoints } from "./editing.ts";
import { excerptEndpoints } from "./excerpts.ts";
import { inboxEndpoints } from "./inbox.ts";
import { integrationEndpoints } from "./integrations.ts";
import { invitationEndpoints } from "./invitations.ts";
import { languageModelEndpoints, modelCostEndpoints } from "./language-model.ts";
import { modelTrialEndpoints } from "./model-trials.ts";
import { modelWaitingEndpoints } from "./model-waiting.ts";
import { notificationEndpoints } from "./notifications.ts";
import { openQuestionEndpoints } from "./open-questions.ts";
import { ownAccountEndpoints } from "./own-accounts.ts";
import { peopleEndpoints } from "./people.ts";
import { personalDataEndpoints } from "./personal-data.ts";
import { presenceEndpoints } from "./presence.ts";
import { provisioningEndpoints } from "./provisioning.ts";
import { retentionEndpoints } from "./retention.ts";
import { savedViewEndpoints } from "./saved-views.ts";
import { secondFactorEndpoints } from "./second-factor.ts";
import { settingsEndpoints } from "./settings.ts";
import { singleSignOnEndpoints } from "./single-sign-on.ts";
import { statusEndpoints } from "./status.ts";
import { webhookEndpoints } from "./webhooks.ts";
import { wikiEndpoints } from "./wiki.ts";
import { wikiEventEndpoints } from "./wiki-events.ts";
import { wikiFindingEndpoints } from "./wiki-findings.ts";
import { wikiHealthEndpoints } from "./wiki-health.ts";
import { wikiRepairEndpoints } from "./wiki-repairs.ts";
import { writingEndpoints, writingPreviewEndpoints } from "./writing.ts";

/** Every endpoint of the product. */
export const contract = {
  ...accountEndpoints,
  ...personalDataEndpoints,
  ...billingEndpoints,
  ...provisioningEndpoints,
  ...singleSignOnEndpoints,
  ...apiKeyEndpoints,
  ...connectedAppEndpoints,
  ...webhookEndpoints,
  ...secondFactorEndpoints,
  ...peopleEndpoints,
  ...presenceEndpoints,
  ...invitationEndpoints,
  ...languageModelEndpoints,
  ...modelCostEndpoints,
  ...modelWaitingEndpoints,
  ...modelTrialEndpoints,
  ...settingsEndpoints,
  ...writingEndpoints,
  ...writingPreviewEndpoints,
  ...retentionEndpoints,
  ...activityEndpoints,
  ...auditEndpoints,
  ...statusEndpoints,
  ...connectionEndpoints,
  ...ownAccountEndpoints,
  ...integrationEndpoints,
  ...wikiEndpoints,
  ...wikiEventEndpoints,
  ...wikiRepairEndpoints,
  ...wikiFindingEndpoints,
  ...wikiHealthEndpoints,
  ...channelEndpoints,
  ...articleEndpoints,
  ...articleActionEndpoints,
  ...excerptEndpoints,
  ...savedViewEndpoints,
  ...categoryEndpoints,
  ...editingEndpoints,
  ...askEndpoints,
  ...answerEndpoints,
  ...openQuestionEndpoints,
  ...canonicalEndpoints,
  ...inboxEndpoints,
  ...notificationEndpoints,
  ...analysisEndpoints,
};
export type Contract = typeof contract;
