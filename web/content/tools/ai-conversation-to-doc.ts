import type { ToolPage } from "../tool-page.ts";

export const aiConversationToDoc: ToolPage = {
  urlSlug: "ai-conversation-to-doc",
  pageType: "solution",
  toolName: "AI conversation to document",
  shortDesc: "A conversation in, a document out, and every sentence can be traced.",
  targetAudience: "people who want AI notes they can check",
  useCase: "Conversations that become good documents",
  exportTarget: "Confluence, Notion",
  title: "AI conversation to document converter with sources",
  description:
    "Turn a team conversation into a structured document. Lorekeep checks each sentence against the messages it came from and leaves out what they do not say.",
  keywords:
    "conversation to document, ai chat to document, convert slack thread to document, chat summarizer, conversation to article",
  heading: "Turn a conversation into a document you can check",
  intro:
    "A chat summary is quick to create and hard to verify. In a Lorekeep document, every sentence links to the message it was written from, with its author and time.",
  example: {
    where: "#data",
    who: "Omar",
    at: "11:55",
    message: "The nightly job fails when the view is locked. Run refresh --concurrently and it passes.",
    sentence: "The nightly job fails while the view is locked; run refresh --concurrently.",
  },
  features: [
    {
      title: "Checked in code",
      text: "Every sentence is compared with the messages it cites. Its numbers, names and commands must appear there, also when a language model wrote it.",
    },
    {
      title: "No model needed",
      text: "A built-in engine finds and writes the articles. Your chat is not sent to an AI provider.",
    },
    {
      title: "Structure from content",
      text: "Steps become numbered lists, commands become code blocks, and a summary comes first.",
    },
  ],
  specificUseCases: [
    { title: "A solved problem", text: "A thread of sixty messages becomes an article with symptom, cause and fix." },
    { title: "A long explanation", text: "Several messages in a row by one person become one structured article." },
    { title: "A discussion with a decision", text: "The article states what was decided and why." },
  ],
  steps: [
    { title: "Give it a conversation", text: "Connect Slack, Google Chat or Teams, or import an export." },
    { title: "Lorekeep selects what to keep", text: "Small talk is ignored. You set how selective the detection is." },
    {
      title: "It writes and checks",
      text: "Sentences that fail the check are removed. A language model gets one more attempt.",
    },
    {
      title: "You review and publish",
      text: "The document is published to Confluence or Notion with links to its sources.",
    },
  ],
  questions: [
    {
      question: "Can I paste a ChatGPT conversation?",
      answer: "No. Lorekeep reads conversations between people in Slack, Google Chat and Microsoft Teams.",
    },
    {
      question: "Is our chat used for training?",
      answer: "Not by Lorekeep. If you connect a model provider, its own terms apply.",
    },
    {
      question: "What is a confidence score?",
      answer: "Our estimate, from 0 to 100 percent, that a reader would find the article right and useful.",
    },
  ],
};
