import type { ToolPage } from "../tool-page.ts";

export const knowledgeRetentionFastGrowth: ToolPage = {
  urlSlug: "knowledge-retention-fast-growth",
  pageType: "use-case",
  toolName: "Knowledge retention for fast growth",
  shortDesc: "Keep important knowledge available while your company grows.",
  targetAudience: "fast-growing companies",
  useCase: "Typical situations",
  exportTarget: "Confluence, Notion",
  title: "Knowledge retention for fast-growing companies",
  description:
    "Lorekeep turns explanations from your existing chat into articles, so that the reasons for decisions stay available as your company grows.",
  keywords:
    "knowledge retention, scaling startup documentation, fast growth knowledge management, startup wiki, knowledge loss",
  heading: "Retain knowledge while your company grows",
  intro:
    "In a growing company, many employees join after important decisions were made. The reasons are in Slack, but hard to find. Lorekeep collects them in a searchable library.",
  example: {
    where: "#founders",
    who: "Ida",
    at: "19:14",
    message: "Discounts above 20% need my approval, because of the clause we gave our first partner.",
    sentence: "Discounts above 20% need Ida’s approval, because of a clause with the first partner.",
  },
  features: [
    { title: "Imports your history", text: "Import a Slack export to analyze earlier conversations." },
    {
      title: "One article per topic",
      text: "A topic explained in five channels becomes one article with five sources.",
    },
    { title: "Grows with your team", text: "New explanations in chat are added to the library automatically." },
  ],
  specificUseCases: [
    { title: "Before a hiring wave", text: "New employees have a library to read from their first week." },
    { title: "A founder hands over", text: "The reasons behind prices, partnerships and contracts." },
    { title: "A second office", text: "The new office can look up rules together with their reasons." },
  ],
  painPoints: [
    { title: "Many new employees", text: "Colleagues have not been with the company long enough to know the reasons." },
    { title: "No time to write", text: "Documentation is postponed in favor of other work." },
    { title: "Employees leave", text: "Their explanations remain in chat, where they are hard to find." },
  ],
  benefits: [
    { title: "Reasons stay available", text: "Articles record the reason for a decision, with author and date." },
    { title: "Faster onboarding", text: "New employees find answers before they ask." },
    {
      title: "No project needed",
      text: "Articles are written automatically. Nobody needs to be assigned to documentation.",
    },
  ],
  steps: [
    {
      title: "Import what you have",
      text: "Upload a Slack export as a ZIP file in the browser or on the command line.",
    },
    { title: "Review the first articles", text: "The results show which channels contain useful explanations." },
    { title: "Connect those channels", text: "Turn on automatic monitoring for them." },
    { title: "Give new hires the link", text: "New employees can search the library from their first day." },
  ],
  questions: [
    {
      question: "How much history can it read?",
      answer: "There is no fixed limit. On a hosted plan, imported messages count towards the monthly limit.",
    },
    {
      question: "Is $25 really the price for fifty people?",
      answer: "Yes. Plans count messages, channels and platforms, not people.",
    },
    {
      question: "Do you have single sign-on?",
      answer: "Yes, in the Enterprise plan, with SCIM for adding and removing users.",
    },
  ],
};
