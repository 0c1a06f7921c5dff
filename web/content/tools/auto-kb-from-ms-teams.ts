import type { ToolPage } from "../tool-page.ts";

export const autoKbFromMsTeams: ToolPage = {
  urlSlug: "auto-kb-from-ms-teams",
  pageType: "tool-specific",
  toolName: "Knowledge base from Microsoft Teams",
  shortDesc: "Save the Teams connection today; reading channels is in development.",
  targetAudience: "companies that run on Microsoft 365",
  useCase: "What a Teams channel is good for",
  exportTarget: "Confluence, Notion",
  title: "Knowledge base from Microsoft Teams: what works today",
  description:
    "Lorekeep’s Microsoft Teams connection can be configured now; reading channels is in development. See what you can set up today and what comes later.",
  keywords: "microsoft teams knowledge base, teams to confluence, teams wiki, document teams conversations",
  heading: "Turn Teams conversations into a knowledge base",
  intro:
    "Answers in Teams sink fast: a channel post, eight replies, then next week’s posts on top. Lorekeep is built to keep them. For Slack and Google Chat it does so today; for Teams you can already save the connection.",
  notYet:
    "Reading Microsoft Teams is in development. You can enter tenant, app and team today and Lorekeep keeps them encrypted, but it reads no message from Teams yet.",
  example: {
    where: "Field Service › General, as it will be once Teams is read",
    who: "Ines",
    at: "08:12",
    message: "After the firmware update the gateway needs two restarts. One looks enough, but it isn’t.",
    sentence: "After the firmware update, restart the gateway twice; once looks enough and is not.",
  },
  features: [
    {
      title: "Ready when reading starts",
      text: "Register the app with your directory once. Tenant ID, App ID, secret and team are stored and checked for their form.",
    },
    {
      title: "Posts with their replies",
      text: "A channel post and its replies are one conversation. That is the unit Lorekeep reads, so an answer never loses its question.",
    },
    {
      title: "One library for mixed companies",
      text: "If half of you sits in Slack or Google Chat, start there. The articles land in the same Confluence space or Notion page.",
    },
  ],
  specificUseCases: [
    {
      title: "IT help",
      text: "Device enrolment, mailbox rights, conditional access: questions with one right answer.",
    },
    {
      title: "Plant and office",
      text: "The shift lead explains a changeover once, in a channel nobody scrolls back through.",
    },
    {
      title: "After a merger",
      text: "One side lives in Teams, the other in Slack. A page in one library serves both.",
    },
  ],
  steps: [
    {
      title: "Register an app",
      text: "In Microsoft Entra, under App registrations. The form names each value and where it is found.",
    },
    {
      title: "Save the connection",
      text: "Enter the values on Collaboration Tools. You get a plain note that monitoring follows later.",
    },
    {
      title: "Begin with what is read today",
      text: "Connect a Slack channel or a Google Chat space and a knowledge base.",
    },
    {
      title: "Switch Teams on",
      text: "When reading ships, the saved connection is used. There is nothing to set up again.",
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
      answer: "We give no date that we might miss. The set-up page says in development until it works.",
    },
  ],
};
