import type { ToolPage } from "../tool-page.ts";

export const tribalKnowledgeCaptureTool: ToolPage = {
  urlSlug: "tribal-knowledge-capture-tool",
  pageType: "solution",
  toolName: "Tribal knowledge capture",
  shortDesc: "Expert knowledge documented from explanations in chat.",
  targetAudience: "teams that depend on a few experts",
  useCase: "Knowledge that is rarely documented",
  exportTarget: "Confluence, Notion, GitHub Wiki",
  title: "Tribal knowledge capture for Slack, Teams, Google Chat",
  description:
    "Experts rarely have time to write documentation. Lorekeep documents what they explain in chat, in their own words and with their name.",
  keywords:
    "tribal knowledge, capture tribal knowledge, expert knowledge capture, institutional knowledge, knowledge transfer",
  heading: "Document what your experts explain in chat",
  intro:
    "In many teams, one expert answers most questions and has no time to document the answers. Lorekeep collects these explanations from chat and writes articles from them.",
  example: {
    where: "#line-3",
    who: "Marta",
    at: "06:52",
    message: "Let the press warm up for ten minutes first, because the old meter rounds up.",
    sentence: "Let the press warm up for ten minutes first: the old meter rounds up.",
  },
  features: [
    {
      title: "No interviews required",
      text: "Experts answer questions in chat as usual and do not fill in templates.",
    },
    { title: "Named authors", text: "The expert’s name appears next to every sentence based on their messages." },
    {
      title: "Reasons included",
      text: "Reasons such as ‘because the old meter rounds up’ are documented together with the step.",
    },
  ],
  specificUseCases: [
    {
      title: "Employees who leave",
      text: "Import an export of their channels to keep what they explained over the years.",
    },
    {
      title: "Machines with special settings",
      text: "Settings, sequence, waiting times and signs of a fault.",
    },
    { title: "Long-standing customers", text: "Special agreements with a customer and who approved them." },
  ],
  steps: [
    { title: "Identify the experts", text: "Find out in which channels your experts answer questions." },
    {
      title: "Analyze past conversations",
      text: "Analyze those channels or import a Slack export. Nothing is posted in them.",
    },
    { title: "Review by experts", text: "Experts check and correct the articles." },
    { title: "Continue automatically", text: "With automatic monitoring, new explanations are added to the library." },
  ],
  questions: [
    {
      question: "What about knowledge that is not in chat?",
      answer: "It is not included. Ask the question in a channel, and the answer can become an article.",
    },
    {
      question: "Can a person be removed?",
      answer: "Yes. An operator can erase an author: their messages, the sentences based on them, and their name.",
    },
    {
      question: "Are private channels read?",
      answer: "Only if you invite the app and turn the channel on.",
    },
  ],
};
