import type { ToolPage } from "../tool-page.ts";

export const autoKbFromSharepoint: ToolPage = {
  urlSlug: "auto-kb-from-sharepoint",
  pageType: "tool-specific",
  toolName: "Knowledge base for SharePoint teams",
  shortDesc: "Articles from chat that complement your SharePoint documents; target coming soon.",
  targetAudience: "companies that keep their documents in SharePoint",
  useCase: "What your documents do not cover",
  exportTarget: "Confluence, Notion, SharePoint (coming soon)",
  title: "SharePoint knowledge base from team conversations",
  description:
    "Lorekeep turns practical answers from team chat into articles that complement your SharePoint documents. SharePoint as a target is coming soon; Confluence and Notion work today.",
  keywords: "sharepoint knowledge base, sharepoint wiki automation, chat to sharepoint, intranet knowledge base",
  heading: "Add practical answers to your SharePoint policies",
  intro:
    "The travel policy is a PDF from 2023. How to get a rail booking approved before Friday was explained in a thread on Tuesday. Lorekeep writes an article for each of these practical answers.",
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
      text: "Every sentence shows when it was written and by whom, so readers see how current an answer is.",
    },
    {
      title: "Short articles",
      text: "Each article covers one question, with a summary, the steps and the exceptions.",
    },
    {
      title: "Contradictions are reported",
      text: "When a later message contradicts an article, both versions are shown and a person decides.",
    },
  ],
  specificUseCases: [
    { title: "Finance and travel", text: "Cost centers, approvals and forms." },
    { title: "Facilities", text: "Keys, opening hours of the dock and visitor badges." },
    { title: "Intranet editors", text: "The questions employees asked this month, with draft answers." },
  ],
  steps: [
    { title: "Choose a channel", text: "Start with the channel in which employees ask most questions." },
    {
      title: "Choose an available target",
      text: "Confluence or Notion, or keep articles in Lorekeep’s own library.",
    },
    {
      title: "Set the sensitivity",
      text: "Start at 5. Increase it if articles are missing, decrease it if there are too many.",
    },
    {
      title: "Publish to SharePoint later",
      text: "When SharePoint is available, the articles in the library can be published there too.",
    },
  ],
  questions: [
    {
      question: "Can it index our SharePoint files?",
      answer: "No. Lorekeep reads team chat, and its search covers the articles in its library.",
    },
    {
      question: "Which details will SharePoint need?",
      answer: "A site URL, a list name and an access token. The setup guide is already available.",
    },
    {
      question: "We use Teams, not Slack.",
      answer: "Yes. Microsoft Teams, Google Chat and Slack are read today.",
    },
  ],
};
