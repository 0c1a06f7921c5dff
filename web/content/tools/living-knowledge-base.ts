import type { ToolPage } from "../tool-page.ts";

export const livingKnowledgeBase: ToolPage = {
  urlSlug: "living-knowledge-base",
  pageType: "solution",
  toolName: "Living knowledge base",
  shortDesc: "Articles that follow their sources: corrected, confirmed or withdrawn with them.",
  targetAudience: "anyone who has inherited a dead wiki",
  useCase: "How an article stays true",
  exportTarget: "Confluence, Notion",
  title: "A living knowledge base that follows your chat",
  description:
    "Most wikis are right on the day they are written. Lorekeep’s articles change when the conversation they rest on changes: edited, confirmed, contradicted or deleted.",
  keywords:
    "living knowledge base, living documentation, self-updating wiki, knowledge base maintenance, stale documentation",
  heading: "A knowledge base that knows when it is out of date",
  intro:
    "A page goes stale because nothing connects it to the reason it was written. In Lorekeep every sentence rests on a chat message. When the message changes, the sentence changes.",
  example: {
    where: "#infra",
    who: "Karim",
    at: "09:03",
    message: "Heads-up: the build server is build2 now, build1 is gone since Tuesday.",
    sentence: "The build server is build2; build1 is gone since Tuesday.",
  },
  features: [
    {
      title: "Said again",
      text: "When the same thing is explained again, no second article appears. The first one gains a source.",
    },
    {
      title: "Said differently",
      text: "When a new conversation contradicts an article, a person sees both and decides.",
    },
    {
      title: "Withdrawn",
      text: "A deleted message takes its sentence with it. An article without any source left is withdrawn and says so.",
    },
  ],
  specificUseCases: [
    { title: "The server moved", text: "Someone writes the new address in chat. The old page is marked that day." },
    { title: "The policy was softened", text: "Both wordings side by side, each with its author and date." },
    {
      title: "The author left",
      text: "Their articles keep their evidence, and the next expert’s reply is added to it.",
    },
  ],
  steps: [
    { title: "Start with one channel", text: "Where questions are answered, not where things are announced." },
    { title: "Switch to automatic", text: "From then on messages, edits and deletions are followed as they happen." },
    { title: "Decide the few hard cases", text: "Contradictions wait in a short list. Most weeks it is empty." },
    { title: "Edit freely", text: "Your own changes on a page are kept when Lorekeep updates the rest." },
  ],
  questions: [
    {
      question: "Can an update overwrite my edit?",
      answer:
        "No. Your text and the update are merged, and where both touched one paragraph, yours stays and you are asked.",
    },
    {
      question: "Does a withdrawn page disappear?",
      answer: "It stays at its address with one sentence that says why, so links do not break.",
    },
    { question: "Can I see an article’s history?", answer: "Yes: each version, with the reason for the change." },
  ],
};
