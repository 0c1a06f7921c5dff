import type { ToolPage } from "../tool-page.ts";

export const autoSopFromSlackTeams: ToolPage = {
  urlSlug: "auto-sop-from-slack-teams",
  pageType: "solution",
  toolName: "SOPs from Slack and Teams",
  shortDesc: "Step-by-step procedures from the messages in which someone explained them.",
  targetAudience: "operations and quality managers",
  useCase: "Procedures that live in a thread",
  exportTarget: "Confluence, Notion, SharePoint (coming soon)",
  title: "Write SOPs from Slack messages automatically",
  description:
    "When someone explains a procedure in Slack step by step, Lorekeep writes the SOP: numbered steps, exceptions, and the message behind each one. Teams is in development.",
  keywords: "automatic sop, sop from slack, standard operating procedure generator, teams sop, document procedures",
  heading: "The procedure was explained once. Make that the SOP.",
  intro:
    "‘First close the batch, then wait for the mail, then release it, and never on the last day of the month.’ That is a procedure. Lorekeep numbers the steps, keeps the warning, and notes who said so.",
  notYet: "Slack and Google Chat are read today. Microsoft Teams can be configured; reading it is in development.",
  example: {
    where: "#finance-ops",
    who: "Paula",
    at: "17:40",
    message: "Close the batch, wait for the mail, then release. Never on the last day of the month.",
    sentence: "Close the batch, wait for the mail, release it. Never on the last day of the month.",
  },
  features: [
    { title: "Steps in order", text: "Instructions become a numbered list, in the order they are to be done." },
    {
      title: "Exceptions are not lost",
      text: "‘Unless’, ‘never’ and ‘only if’ are often the reason for a procedure. They stay in.",
    },
    { title: "Who said it, and when", text: "An auditor’s first question has its answer in the margin." },
  ],
  specificUseCases: [
    { title: "Month-end closing", text: "The order of the bookings, and what to do when one is missing." },
    { title: "Warehouse and returns", text: "What happens to a parcel without a label." },
    { title: "Access requests", text: "Who approves, who creates the account, who checks it after 90 days." },
  ],
  steps: [
    {
      title: "Choose where work is explained",
      text: "A Slack channel or Google Chat space in which people are shown how.",
    },
    { title: "Add your own cue words", text: "‘how to’ and ‘step by step’ are there. Add ‘procedure’ or ‘checklist’." },
    { title: "Let the owner read it", text: "An article shows its sources. Reading one takes a minute." },
    { title: "Publish and hold", text: "Sign-off happens in Confluence or Notion, by the process you have." },
  ],
  questions: [
    {
      question: "Is an article an approved SOP?",
      answer: "No. It is a draft with evidence. Approval is your decision.",
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
