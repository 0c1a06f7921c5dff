import type { ToolPage } from "../tool-page.ts";

export const tribalKnowledgeCaptureTool: ToolPage = {
  urlSlug: "tribal-knowledge-capture-tool",
  pageType: "solution",
  toolName: "Tribal knowledge capture",
  shortDesc: "What only three people know, written down from what they say anyway.",
  targetAudience: "teams that lean on a few experts",
  useCase: "What experts know and never write",
  exportTarget: "Confluence, Notion, GitHub Wiki (planned)",
  title: "Tribal knowledge capture tool for Slack and Google Chat",
  description:
    "Ask an expert to write documentation and you wait. Lorekeep captures what they explain in chat, in their words and under their name.",
  keywords:
    "tribal knowledge, capture tribal knowledge, expert knowledge capture, institutional knowledge, knowledge transfer",
  heading: "‘Ask Marta’ is not documentation",
  intro:
    "Every company has a Marta. She answers kindly, at length, in a direct thread, and never has an afternoon to write it all down. She already has. It only needs collecting.",
  example: {
    where: "#line-3",
    who: "Marta",
    at: "06:52",
    message: "Let the press warm up for ten minutes first, because the old meter rounds up.",
    sentence: "Let the press warm up for ten minutes first: the old meter rounds up.",
  },
  features: [
    {
      title: "No interviews",
      text: "Nobody fills in a template. Experts answer as they always have, and the answer is kept.",
    },
    { title: "Credit where it is due", text: "The expert’s name is next to every sentence of theirs." },
    {
      title: "Reasons, not only steps",
      text: "‘Because the old meter rounds up’ is the part that is gone when people leave. It is kept with the step.",
    },
  ],
  specificUseCases: [
    {
      title: "A resignation",
      text: "Import the export of their channels and read what they explained over the years.",
    },
    {
      title: "The machine with moods",
      text: "Which valve, which order, how long to wait, and what it sounds like when it is wrong.",
    },
    { title: "The customer since 2009", text: "Why their invoices have a second address, and who agreed to it." },
  ],
  steps: [
    { title: "Name the experts", text: "You know them. Find out in which channels they answer." },
    { title: "Read the past", text: "Analyse those channels, or import a Slack export. Nothing is posted." },
    { title: "Let them look", text: "An expert corrects a page in two minutes. Writing it would have taken an hour." },
    { title: "Keep it running", text: "From now on each explanation adds to the library by itself." },
  ],
  questions: [
    {
      question: "What about what is never written in chat?",
      answer: "That is out of reach. Ask the question in a channel, and the answer is in.",
    },
    {
      question: "May a person be taken out?",
      answer: "Yes. An operator can erase an author: their messages, the sentences that rest on them, and their name.",
    },
    {
      question: "Are private channels read?",
      answer: "Only if you invite the app and switch the channel on. It never does so itself.",
    },
  ],
};
