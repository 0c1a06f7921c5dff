import type { ToolPage } from "../tool-page.ts";

export const autoKbFromMsTeams: ToolPage = {
  urlSlug: "auto-kb-from-ms-teams",
  pageType: "tool-specific",
  toolName: "Knowledge base from Microsoft Teams",
  shortDesc: "Posts and replies of the channels you choose, written up as articles.",
  targetAudience: "companies that run on Microsoft 365",
  useCase: "Channels worth connecting",
  exportTarget: "Confluence, Notion",
  title: "Knowledge base from Microsoft Teams",
  description:
    "Lorekeep reads the Microsoft Teams channels you choose, finds the answers worth keeping and writes them up in Confluence or Notion, each sentence with its source.",
  keywords: "microsoft teams knowledge base, teams to confluence, teams wiki, document teams conversations",
  heading: "Turn Teams conversations into a knowledge base",
  intro:
    "Answers in Teams channels are hard to find after a few weeks. Lorekeep writes such answers up as articles, with a link to the post behind every sentence.",
  notYet:
    "Channels of teams are read. Chats between people, meetings and their recordings are not, and pictures and files are named, not read.",
  example: {
    where: "Field Service › General",
    who: "Ines",
    at: "08:12",
    message: "After the firmware update the gateway needs two restarts. One looks enough, but it isn’t.",
    sentence: "After the firmware update, restart the gateway twice; once looks enough and is not.",
  },
  features: [
    {
      title: "One team, or all of them",
      text: "A team’s owner can consent for that team alone, or an administrator for all. Test says which permission is missing.",
    },
    {
      title: "Posts with their replies",
      text: "A channel post and its replies are treated as one conversation, so that question and answer stay together.",
    },
    {
      title: "One library for several chat tools",
      text: "Where some teams use Slack or Google Chat, those are read too. All articles are published to the same Confluence space or Notion page.",
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
      title: "Let it read",
      text: "An administrator consents to the permissions, or a team’s owner adds a Teams app that asks for them.",
    },
    {
      title: "Enter the values",
      text: "Under Collaboration Tools. Saving tries the connection.",
    },
    {
      title: "Choose channels",
      text: "Each is read from its first post on, then regularly for what was added, edited and deleted.",
    },
  ],
  questions: [
    {
      question: "Does every channel become public?",
      answer:
        "No. What is written from a private channel is shown to its members only, and channels shared with other companies are read only when you allow it.",
    },
    {
      question: "Will it publish to SharePoint?",
      answer: "Yes, as pages of a site you choose. Confluence, Notion and others work, too.",
    },
    {
      question: "How quickly is something new read?",
      answer: "As often as you set for the channel, at most every five minutes.",
    },
  ],
};
