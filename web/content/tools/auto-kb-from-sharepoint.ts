import type { ToolPage } from "../tool-page.ts";

export const autoKbFromSharepoint: ToolPage = {
  urlSlug: "auto-kb-from-sharepoint",
  pageType: "tool-specific",
  toolName: "Knowledge base for SharePoint teams",
  shortDesc: "Fresh answers for companies whose documents live in SharePoint; target coming soon.",
  targetAudience: "companies whose documents live in SharePoint",
  useCase: "What no document in the library says",
  exportTarget: "Confluence, Notion, SharePoint (coming soon)",
  title: "SharePoint knowledge base from team conversations",
  description:
    "SharePoint keeps the policy; chat holds how it is really done. Lorekeep writes the second part down. SharePoint as a target is coming soon, Confluence and Notion work today.",
  keywords: "sharepoint knowledge base, sharepoint wiki automation, chat to sharepoint, intranet knowledge base",
  heading: "SharePoint has the policy. Chat has the practice.",
  intro:
    "The travel policy is a PDF from 2023. How to get a rail booking approved before Friday is a thread from Tuesday. Lorekeep collects the second kind and gives each answer a page of its own.",
  notYet: "SharePoint is coming soon as a place to publish to. Lorekeep does not read SharePoint documents.",
  example: {
    where: "#ask-travel",
    who: "Miriam",
    at: "09:15",
    message: "Rail over 200 € needs approval before Friday noon, or it slips to the next week.",
    sentence: "Rail bookings over 200 € need approval before Friday noon, else they slip a week.",
  },
  features: [
    {
      title: "Dated by its sources",
      text: "Every sentence shows when it was said and by whom. A reader sees at once whether an answer is from last week.",
    },
    {
      title: "Small pages",
      text: "One question, one article: a summary, the steps, the exceptions. Nobody has to search a forty-page document.",
    },
    {
      title: "It notices contradictions",
      text: "When somebody says in chat that a step changed, both versions wait for a person to decide.",
    },
  ],
  specificUseCases: [
    { title: "Finance and travel", text: "Cost centres, approvals, the one form that is still on paper." },
    { title: "Facilities", text: "Who has the key, when the dock is open, how a visitor badge is ordered." },
    { title: "Intranet editors", text: "A list of what people actually asked this month, with answers to start from." },
  ],
  steps: [
    { title: "Find the busy channel", text: "Ask where new colleagues are told to ask. Connect that one." },
    {
      title: "Pick a target that works now",
      text: "Confluence or Notion, or keep articles in Lorekeep’s own library.",
    },
    { title: "Set the sensitivity", text: "Start at 5. Raise it if articles are missing, lower it if too many come." },
    { title: "Move over later", text: "When SharePoint is ready, what is in the library can be published there too." },
  ],
  questions: [
    {
      question: "Can it index our SharePoint files?",
      answer: "No. It reads team chat, and search covers the articles it wrote.",
    },
    {
      question: "Which details will SharePoint need?",
      answer: "A site URL, a list name and an access token. The guide is already there to read.",
    },
    {
      question: "We use Teams, not Slack.",
      answer: "Reading Teams is in development. Google Chat and Slack are read today.",
    },
  ],
};
