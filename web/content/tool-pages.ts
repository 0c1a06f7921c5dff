import type { ToolPage } from "./tool-page.ts";
import { aiConversationToDoc } from "./tools/ai-conversation-to-doc.ts";
import { autoFaqFromSupportChat } from "./tools/auto-faq-from-support-chat.ts";
import { autoGenerateHelpDocs } from "./tools/auto-generate-help-docs.ts";
import { autoKbFromGoogleMeet } from "./tools/auto-kb-from-google-meet.ts";
import { autoKbFromJira } from "./tools/auto-kb-from-jira.ts";
import { autoKbFromMsTeams } from "./tools/auto-kb-from-ms-teams.ts";
import { autoKbFromSharepoint } from "./tools/auto-kb-from-sharepoint.ts";
import { autoKbFromSlack } from "./tools/auto-kb-from-slack.ts";
import { autoKbFromZendesk } from "./tools/auto-kb-from-zendesk.ts";
import { autoOnboardingDocs } from "./tools/auto-onboarding-docs.ts";
import { autoSopFromSlackTeams } from "./tools/auto-sop-from-slack-teams.ts";
import { engineeringDecisionDocs } from "./tools/engineering-decision-docs.ts";
import { googleMeetToServicenowKb } from "./tools/google-meet-to-servicenow-kb.ts";
import { internalDocFromChatTools } from "./tools/internal-doc-from-chat-tools.ts";
import { internalKbToolSupport } from "./tools/internal-kb-tool-support.ts";
import { jiraToServicenowKb } from "./tools/jira-to-servicenow-kb.ts";
import { knowledgeManagementSlackTeams } from "./tools/knowledge-management-slack-teams.ts";
import { knowledgeRetentionFastGrowth } from "./tools/knowledge-retention-fast-growth.ts";
import { knowledgeSharingSupportManagers } from "./tools/knowledge-sharing-support-managers.ts";
import { livingKnowledgeBase } from "./tools/living-knowledge-base.ts";
import { msTeamsToServicenowKb } from "./tools/ms-teams-to-servicenow-kb.ts";
import { opsEnablementKnowledgeTool } from "./tools/ops-enablement-knowledge-tool.ts";
import { remoteChatToKnowledgeTool } from "./tools/remote-chat-to-knowledge-tool.ts";
import { slackToServicenowKb } from "./tools/slack-to-servicenow-kb.ts";
import { supportTeamConversationToKb } from "./tools/support-team-conversation-to-kb.ts";
import { teamLeadsInternalKnowledge } from "./tools/team-leads-internal-knowledge.ts";
import { tribalKnowledgeCaptureTool } from "./tools/tribal-knowledge-capture-tool.ts";

/** The landing pages in display order. */
export const TOOL_PAGES: readonly ToolPage[] = [
  autoKbFromSlack,
  autoKbFromMsTeams,
  autoKbFromGoogleMeet,
  autoKbFromZendesk,
  autoKbFromJira,
  autoKbFromSharepoint,
  supportTeamConversationToKb,
  autoSopFromSlackTeams,
  livingKnowledgeBase,
  tribalKnowledgeCaptureTool,
  remoteChatToKnowledgeTool,
  autoFaqFromSupportChat,
  engineeringDecisionDocs,
  autoOnboardingDocs,
  knowledgeManagementSlackTeams,
  autoGenerateHelpDocs,
  aiConversationToDoc,
  internalDocFromChatTools,
  internalKbToolSupport,
  knowledgeSharingSupportManagers,
  teamLeadsInternalKnowledge,
  knowledgeRetentionFastGrowth,
  opsEnablementKnowledgeTool,
  slackToServicenowKb,
  msTeamsToServicenowKb,
  googleMeetToServicenowKb,
  jiraToServicenowKb,
];

/** Example figures, labelled as examples on the landing page. */
export const EXAMPLE_CLAIMS = [
  { figure: "95%", of: "time saved" },
  { figure: "10K+", of: "articles" },
  { figure: "500+", of: "teams" },
  { figure: "4.9", of: "rating" },
] as const;
