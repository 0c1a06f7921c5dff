import type { ToolPage } from "../tool-page.ts";

export const opsEnablementKnowledgeTool: ToolPage = {
  urlSlug: "ops-enablement-knowledge-tool",
  pageType: "persona",
  toolName: "Knowledge tool for operations and enablement",
  shortDesc: "Run-books and rules from your operations channels.",
  targetAudience: "operations and enablement managers",
  useCase: "Topics for run-books",
  exportTarget: "Confluence, Notion, ServiceNow",
  title: "Ops enablement knowledge tool: run-books from chat",
  description:
    "Run-books, rules and exceptions from the channels in which your team coordinates its work, with a source for every sentence. For operations and enablement managers.",
  keywords:
    "ops enablement, operations knowledge base, runbook automation, sales enablement knowledge, revenue operations wiki",
  heading: "Create run-books from operations channels",
  intro:
    "Exceptions to a process are often agreed in chat between two people, and the process owner hears of them late. Lorekeep turns such agreements into articles with their reasons and sources.",
  example: {
    where: "#ops",
    who: "Leo",
    at: "17:55",
    message: "If the carrier misses the slot, book dock 4. It has no booking limit after six.",
    sentence: "When a carrier misses its slot, book dock 4: it has no limit after six.",
  },
  features: [
    { title: "Exceptions become visible", text: "When a message contradicts a documented rule, both are shown." },
    {
      title: "Priority on each article",
      text: "Articles are rated from low to critical priority, so that important procedures are found first.",
    },
    { title: "Schedules per channel", text: "Check important channels every 5 minutes and others once a day." },
  ],
  specificUseCases: [
    { title: "Shift hand-over", text: "Open issues and the solutions tried so far." },
    {
      title: "Rules for CRM fields",
      text: "When a deal counts as ‘committed’, as explained by sales operations.",
    },
    { title: "Vendor-specific procedures", text: "Contact persons, forms and response times of a vendor." },
  ],
  painPoints: [
    {
      title: "Documents become outdated",
      text: "The documented process differs from what the team has agreed in chat.",
    },
    { title: "Training material is late", text: "Procedures change before the slides are finished." },
    { title: "Time-consuming research", text: "Managers spend much time collecting details from experts." },
  ],
  benefits: [
    { title: "See changes early", text: "Contradictions appear in the inbox as soon as they are detected." },
    { title: "Material for training", text: "Use articles about real cases, sorted by difficulty." },
    {
      title: "Reasons for changes",
      text: "The number of conversations about a rule shows where it needs to be improved.",
    },
  ],
  steps: [
    { title: "Choose the channels", text: "Select the channels in which exceptions are agreed." },
    { title: "Set the frequency", text: "Choose from every 5 minutes to once a day for each channel." },
    { title: "Publish the run-books", text: "Publish to a Confluence space or below a Notion page." },
    { title: "Resolve contradictions", text: "Review the inbox once a week." },
  ],
  questions: [
    { question: "Can it start workflows?", answer: "No. It writes and publishes articles." },
    {
      question: "Is ServiceNow supported?",
      answer: "Yes. Articles arrive there as drafts, and the workflow of the knowledge base publishes them.",
    },
    {
      question: "Is there an audit log?",
      answer:
        "Yes. The audit log records who changed what, and Logs & Errors lists every analysis and article. Both can be exported.",
    },
  ],
};
