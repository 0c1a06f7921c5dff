import type { ToolPage } from "../tool-page.ts";

export const autoKbFromMsTeams: ToolPage = {
  urlSlug: "auto-kb-from-ms-teams",
  pageType: "tool-specific",
  toolName: "Knowledge base from Microsoft Teams",
  shortDesc: "Teams can be configured today; reading channels is in development.",
  targetAudience: "companies that run on Microsoft 365",
  useCase: "Channels worth connecting",
  exportTarget: "Confluence, Notion",
  title: "Knowledge base from Microsoft Teams: what works today",
  description:
    "Lorekeep’s Microsoft Teams connection can be configured now; reading channels is in development. See what you can set up today and what comes later.",
  keywords: "microsoft teams knowledge base, teams to confluence, teams wiki, document teams conversations",
  heading: "Turn Teams conversations into a knowledge base",
  intro:
    "Answers in Teams channels are hard to find after a few weeks. Lorekeep writes such answers up as articles. Slack and Google Chat are read today; for Teams you can save the connection now.",
  notYet:
    "Reading Microsoft Teams is in development. You can enter tenant, app and team today and Lorekeep keeps them encrypted, but it reads no message from Teams yet.",
  example: {
    where: "Field Service › General (example; Teams is not read yet)",
    who: "Ines",
    at: "08:12",
    message: "After the firmware update the gateway needs two restarts. One looks enough, but it isn’t.",
    sentence: "After the firmware update, restart the gateway twice; once looks enough and is not.",
  },
  features: [
    {
      title: "Ready when reading starts",
      text: "Register the app in your directory once. Tenant ID, App ID, secret and team are validated and stored.",
    },
    {
      title: "Posts with their replies",
      text: "A channel post and its replies are treated as one conversation, so that question and answer stay together.",
    },
    {
      title: "One library for several chat tools",
      text: "If some teams use Slack or Google Chat, start there. All articles are published to the same Confluence space or Notion page.",
    },
  ],
  specificUseCases: [
    {
      title: "IT help",
      text: "Device enrollment, mailbox permissions and conditional access.",
    },
    {
      title: "Production and office",
      text: "A shift lead’s explanation of a changeover is available to every later shift.",
    },
    {
      title: "After a merger",
      text: "One company uses Teams, the other Slack. Both read the same library.",
    },
  ],
  steps: [
    {
      title: "Register an app",
      text: "In Microsoft Entra, under App registrations. The form explains where to find each value.",
    },
    {
      title: "Save the connection",
      text: "Enter the values under Collaboration Tools. A note confirms that monitoring is not available yet.",
    },
    {
      title: "Start with Slack or Google Chat",
      text: "Connect a Slack channel or a Google Chat space and a knowledge base.",
    },
    {
      title: "Turn on Teams",
      text: "When reading is available, the saved connection is used. You do not need to set it up again.",
    },
  ],
  questions: [
    {
      question: "Can I get articles from Teams today?",
      answer: "No. Only the set-up works. Slack and Google Chat are read today.",
    },
    {
      question: "Will it publish to SharePoint?",
      answer: "SharePoint is coming soon as a target. Confluence and Notion work today.",
    },
    {
      question: "When will it be ready?",
      answer: "There is no release date yet. The set-up page shows ‘In development’ until it is available.",
    },
  ],
};
