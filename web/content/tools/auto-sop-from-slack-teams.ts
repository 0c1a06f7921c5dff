import type { ToolPage } from "../tool-page.ts";

export const autoSopFromSlackTeams: ToolPage = {
  urlSlug: "auto-sop-from-slack-teams",
  pageType: "solution",
  toolName: "SOPs from Slack and Teams",
  shortDesc: "Step-by-step procedures from messages that explain them.",
  targetAudience: "operations and quality managers",
  useCase: "Procedures explained in chat",
  exportTarget: "Confluence, Notion, SharePoint",
  title: "Write SOPs from Slack and Teams messages automatically",
  description:
    "When someone explains a procedure in Slack or Teams step by step, Lorekeep writes the SOP: numbered steps, exceptions, and the message behind each one.",
  keywords: "automatic sop, sop from slack, standard operating procedure generator, teams sop, document procedures",
  heading: "Turn explanations in chat into SOPs",
  intro:
    "‘First close the batch, then wait for the mail, then release it, and never on the last day of the month.’ Lorekeep turns such a message into numbered steps, keeps the warning and names the author.",
  notYet:
    "Slack, Microsoft Teams and Google Chat are read today; Confluence, Notion and SharePoint are published to. Documents in SharePoint are not read.",
  example: {
    where: "#finance-ops",
    who: "Paula",
    at: "17:40",
    message: "Close the batch, wait for the mail, then release. Never on the last day of the month.",
    sentence: "Close the batch, wait for the mail, release it. Never on the last day of the month.",
  },
  features: [
    { title: "Steps in order", text: "Instructions become a numbered list in the correct order." },
    {
      title: "Exceptions are kept",
      text: "Conditions such as ‘unless’, ‘never’ and ‘only if’ are part of the article.",
    },
    { title: "Author and date", text: "Auditors see who explained each step, and when." },
  ],
  specificUseCases: [
    { title: "Month-end closing", text: "The order of the bookings and what to do when one is missing." },
    { title: "Warehouse and returns", text: "How to process a parcel without a label." },
    {
      title: "Access requests",
      text: "Who approves a request, who creates the account and who reviews it after 90 days.",
    },
  ],
  steps: [
    {
      title: "Choose a channel",
      text: "Choose a channel of Slack or Teams, or a Google Chat space, in which procedures are explained.",
    },
    {
      title: "Add your own keywords",
      text: "‘how to’ and ‘step by step’ are predefined. Add ‘procedure’ or ‘checklist’.",
    },
    { title: "Review by the process owner", text: "The process owner checks the article against its sources." },
    { title: "Publish and approve", text: "Approval takes place in Confluence or Notion, with your existing process." },
  ],
  questions: [
    {
      question: "Is an article an approved SOP?",
      answer: "No. It is a draft with sources. You decide on its approval.",
    },
    {
      question: "What if the procedure changes?",
      answer: "A new explanation that contradicts the article is shown to a person, who decides.",
    },
    {
      question: "Can it use our SOP template?",
      answer: "Not yet. Articles have one layout: summary, steps, notes, sources.",
    },
  ],
};
