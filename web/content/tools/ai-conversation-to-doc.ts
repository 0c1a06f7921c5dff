import type { ToolPage } from "../tool-page.ts";

export const aiConversationToDoc: ToolPage = {
  urlSlug: "ai-conversation-to-doc",
  pageType: "solution",
  toolName: "AI conversation to document",
  shortDesc: "A conversation in, a document out, and every sentence can be traced.",
  targetAudience: "people who want AI notes they can check",
  useCase: "Conversations that make good documents",
  exportTarget: "Confluence, Notion",
  title: "AI conversation to document converter with sources",
  description:
    "Turn a team conversation into a structured document. Lorekeep checks each sentence against the messages it came from and leaves out what they do not say.",
  keywords:
    "conversation to document, ai chat to document, convert slack thread to document, chat summarizer, conversation to article",
  heading: "From conversation to document, without the guesswork",
  intro:
    "A chat summary is easy to make and hard to trust. Lorekeep’s documents carry their proof: point at a sentence and you see the message it was made from, its author and its time.",
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
      text: "A model may suggest; code compares. Words, numbers, names and commands must appear in the cited messages.",
    },
    {
      title: "No model needed",
      text: "A local engine finds and writes articles by itself. Nothing leaves your server.",
    },
    {
      title: "Structure from content",
      text: "Steps become numbered lists, commands become code blocks, the gist becomes a summary.",
    },
  ],
  specificUseCases: [
    { title: "A solved problem", text: "Symptom, cause, fix. Three lines out of sixty messages." },
    { title: "A long explanation", text: "Six posts in a row by one person are usually a document already." },
    { title: "An argument with a result", text: "What was decided and why, without the detours." },
  ],
  steps: [
    { title: "Give it a conversation", text: "Connect Slack or Google Chat, or import an export." },
    { title: "It judges first", text: "Small talk is left alone. You set how sure it has to be." },
    { title: "It writes, then checks", text: "What fails the check is dropped, and asked for once more at most." },
    { title: "You read and trace", text: "The document goes to Confluence or Notion with its links." },
  ],
  questions: [
    {
      question: "Can I paste a ChatGPT conversation?",
      answer: "No. It is made for conversations between people in Slack and Google Chat.",
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
