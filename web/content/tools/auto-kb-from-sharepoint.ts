import type { ToolPage } from "../tool-page.ts";

export const autoKbFromSharepoint: ToolPage = {
  urlSlug: "auto-kb-from-sharepoint",
  pageType: "tool-specific",
  toolName: "Knowledge base for SharePoint teams",
  shortDesc: "Articles from chat that complement your SharePoint documents.",
  targetAudience: "companies that keep their documents in SharePoint",
  useCase: "What your documents do not cover",
  exportTarget: "Confluence, Notion, SharePoint",
  title: "SharePoint knowledge base from team conversations",
  description:
    "Lorekeep turns practical answers from team chat into articles that complement your SharePoint documents, as pages of a SharePoint site, in Confluence or in Notion.",
  keywords: "sharepoint knowledge base, sharepoint wiki automation, chat to sharepoint, intranet knowledge base",
  heading: "Add practical answers to your SharePoint policies",
  intro:
    "The travel policy is a PDF from 2023. How to get a rail booking approved before Friday was explained in a thread on Tuesday. Lorekeep writes an article for each of these practical answers.",
  notYet: "Lorekeep does not read SharePoint documents. It publishes pages to a SharePoint site.",
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
      title: "Choose where articles go",
      text: "A SharePoint site, Confluence or Notion, or keep articles in Lorekeep’s own library.",
    },
    {
      title: "Set the sensitivity",
      text: "Start at 5. Increase it if articles are missing, decrease it if there are too many.",
    },
    {
      title: "Publish to the site",
      text: "Each article becomes a page of the site. Web parts that people add to it stay.",
    },
  ],
  questions: [
    {
      question: "Can it index our SharePoint files?",
      answer: "No. Lorekeep reads team chat, and its search covers the articles in its library.",
    },
    {
      question: "Which details does SharePoint need?",
      answer:
        "The site’s URL, the name of its library of pages and an app registration with Sites.Selected, which an administrator lets write to that one site.",
    },
    {
      question: "We use Teams, not Slack.",
      answer: "Yes. Microsoft Teams, Google Chat and Slack are read today.",
    },
  ],
};
