import type { ToolPage } from "../tool-page.ts";

export const opsEnablementKnowledgeTool: ToolPage = {
  urlSlug: "ops-enablement-knowledge-tool",
  pageType: "persona",
  toolName: "Knowledge tool for operations and enablement",
  shortDesc: "Run-books and rules from the channels where operations happen.",
  targetAudience: "operations and enablement managers",
  useCase: "From channel to run-book",
  exportTarget: "Confluence, Notion, ServiceNow (planned)",
  title: "Ops enablement knowledge tool: run-books from chat",
  description:
    "For operations and enablement managers: run-books, rules and exceptions, collected from the channels where work is coordinated, each with its source.",
  keywords:
    "ops enablement, operations knowledge base, runbook automation, sales enablement knowledge, revenue operations wiki",
  heading: "Run-books from the channel where things are run",
  intro:
    "You own the process and hear of its exceptions last. They are agreed in #ops at five to six, between two people, for good reasons. Lorekeep brings you each one, with the reasons.",
  example: {
    where: "#ops",
    who: "Leo",
    at: "17:55",
    message: "If the carrier misses the slot, book dock 4. It has no booking limit after six.",
    sentence: "When a carrier misses its slot, book dock 4: it has no limit after six.",
  },
  features: [
    { title: "Exceptions surface", text: "When chat contradicts the written rule, you see both." },
    {
      title: "Priority on each article",
      text: "Low to critical, so that an outage procedure does not hide under lunch rules.",
    },
    { title: "Checked on your schedule", text: "Critical channels every five minutes, the rest once a day." },
  ],
  specificUseCases: [
    { title: "Hand-over of a shift", text: "Open points and what was already tried." },
    {
      title: "A CRM field with rules",
      text: "When a deal is ‘committed’, as sales operations explained it for the tenth time.",
    },
    { title: "A vendor’s quirks", text: "Whom to call, which form, and what they say when they mean no." },
  ],
  painPoints: [
    {
      title: "The process drifts",
      text: "The document says one thing, the channel another, and the channel is right.",
    },
    { title: "Training is always behind", text: "By the time the slides are done, a step has changed." },
    { title: "You write what others know", text: "Chasing experts for details is half the job." },
  ],
  benefits: [
    { title: "See drift when it starts", text: "A contradiction is a line in your list, not a surprise in an audit." },
    { title: "Material for training", text: "Real cases with real answers, sorted by difficulty." },
    { title: "Evidence for changes", text: "Five threads about one rule are an argument." },
  ],
  steps: [
    { title: "List the coordinating channels", text: "Where exceptions are agreed. Usually three or four." },
    { title: "Set a frequency for each", text: "5, 10, 15 or 30 minutes, hours, or once daily." },
    { title: "Publish to the run-book space", text: "In Confluence, or under a Notion page." },
    { title: "Settle contradictions weekly", text: "Ten minutes with the list of articles that need a person." },
  ],
  questions: [
    { question: "Can it start workflows?", answer: "No. It writes; your tools act." },
    { question: "Is ServiceNow supported?", answer: "It is planned as a target. Today it is Confluence and Notion." },
    {
      question: "Is there an audit log?",
      answer: "Logs & Errors lists each reading and each article. You can export it as CSV or JSON.",
    },
  ],
};
