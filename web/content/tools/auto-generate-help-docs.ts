import type { ToolPage } from "../tool-page.ts";

export const autoGenerateHelpDocs: ToolPage = {
  urlSlug: "auto-generate-help-docs",
  pageType: "solution",
  toolName: "Help docs generator",
  shortDesc: "First drafts of help pages from the explanations your team has given.",
  targetAudience: "technical writers and product teams",
  useCase: "Drafts you can expect",
  exportTarget: "Confluence, Notion, Zendesk (coming soon), Intercom (planned)",
  title: "Generate help docs from team conversations",
  description:
    "Start a help page from what your team has already explained, not from an empty editor. Lorekeep drafts, with a source for each statement; you edit.",
  keywords:
    "generate help docs, help documentation generator, automatic help center, ai help docs, product documentation",
  heading: "Help docs that begin with an answer, not with a blank page",
  intro:
    "A writer’s first day on a topic goes into finding out. The product manager told support how exports work, an engineer added the limit, someone found the exception. Lorekeep gives you those three as one draft.",
  example: {
    where: "#product-export",
    who: "Yuki",
    at: "15:05",
    message: "CSV export keeps your filters, Excel export ignores them. That will stay so until spring.",
    sentence: "The CSV export keeps your filters; the Excel export ignores them.",
  },
  features: [
    {
      title: "Nothing made up",
      text: "A statement that no message supports is left out. So are numbers that appear in no message.",
    },
    {
      title: "Typed by purpose",
      text: "Tutorial, how-to, troubleshooting, explanation, FAQ or reference: the draft has the form of its kind.",
    },
    { title: "Confidence you can sort by", text: "Take the sure ones first; ask the author about the rest." },
  ],
  specificUseCases: [
    { title: "A new feature", text: "The launch thread, as a how-to with its limits." },
    { title: "An error message", text: "What causes it and what helps, as an engineer told support." },
    { title: "Release notes", text: "What changed for users, found among what changed for developers." },
  ],
  steps: [
    { title: "Connect the product channels", text: "Those in which product and engineering answer support." },
    { title: "Collect drafts", text: "Run an analysis, filter by content type, sort by confidence." },
    { title: "Check by source", text: "Go from a sentence to its message, and ask its author if in doubt." },
    { title: "Publish yours", text: "Edit in Confluence or Notion; put the public version where customers read." },
  ],
  questions: [
    { question: "Does it take screenshots?", answer: "No. It writes text, lists and code." },
    { question: "Does it read our source code?", answer: "No, only conversations." },
    {
      question: "Which model writes the text?",
      answer:
        "A local engine does all of it. An operator may connect OpenAI, Anthropic, Google or a compatible server; each article says which wrote it.",
    },
  ],
};
