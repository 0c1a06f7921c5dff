import type { ToolPage } from "../tool-page.ts";

export const autoGenerateHelpDocs: ToolPage = {
  urlSlug: "auto-generate-help-docs",
  pageType: "solution",
  toolName: "Help docs generator",
  shortDesc: "First drafts of help pages from the explanations your team has given.",
  targetAudience: "technical writers and product teams",
  useCase: "What drafts cover",
  exportTarget: "Confluence, Notion, Zendesk, Intercom",
  title: "Generate help docs from team conversations",
  description:
    "Start a help page from what your team has already explained, not from an empty editor. Lorekeep drafts, with a source for each statement; you edit.",
  keywords:
    "generate help docs, help documentation generator, automatic help center, ai help docs, product documentation",
  heading: "Start help docs from answers your team has given",
  intro:
    "Technical writers spend much of their time collecting facts. The product manager explained to support how exports work, an engineer added a limit, and a colleague found an exception. Lorekeep combines the three into one draft.",
  example: {
    where: "#product-export",
    who: "Yuki",
    at: "15:05",
    message: "CSV export keeps your filters, Excel export ignores them. That will stay so until spring.",
    sentence: "The CSV export keeps your filters; the Excel export ignores them.",
  },
  features: [
    {
      title: "No invented statements",
      text: "Statements and numbers that no message supports are left out.",
    },
    {
      title: "Typed by purpose",
      text: "Each draft is classified as tutorial, how-to, troubleshooting, explanation, FAQ or reference.",
    },
    {
      title: "Confidence you can sort by",
      text: "Review articles with high confidence first, and ask the author about the others.",
    },
  ],
  specificUseCases: [
    { title: "A new feature", text: "The launch thread becomes a how-to with the known limits." },
    { title: "An error message", text: "The cause and the fix, as an engineer explained them to support." },
    { title: "Release notes", text: "What changed for users, collected from product discussions." },
  ],
  steps: [
    { title: "Connect the product channels", text: "Those in which product and engineering answer support." },
    { title: "Collect drafts", text: "Run an analysis, filter by content type, sort by confidence." },
    { title: "Check by source", text: "Open the message behind a sentence and ask its author if necessary." },
    { title: "Publish", text: "Edit in Confluence or Notion; put the public version where customers read." },
  ],
  questions: [
    { question: "Does it take screenshots?", answer: "No. It writes text, lists and code." },
    { question: "Does it read our source code?", answer: "No, only conversations." },
    {
      question: "Which model writes the text?",
      answer:
        "A built-in engine, without a language model. An operator can connect OpenAI, Anthropic, Google or a compatible server; each article states which engine wrote it.",
    },
  ],
};
