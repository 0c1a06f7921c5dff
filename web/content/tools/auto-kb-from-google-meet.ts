import type { ToolPage } from "../tool-page.ts";

export const autoKbFromGoogleMeet: ToolPage = {
  urlSlug: "auto-kb-from-google-meet",
  pageType: "tool-specific",
  toolName: "Knowledge base from Google Meet and Chat",
  shortDesc: "Articles from the Google Chat space of a meeting. Recordings are not read.",
  targetAudience: "teams on Google Workspace",
  useCase: "What to expect from a meeting’s space",
  exportTarget: "Confluence, Notion",
  title: "Knowledge base from Google Meet: via Google Chat",
  description:
    "Lorekeep turns the Google Chat conversations before and after your meetings into articles. It does not read Google Meet recordings or transcripts.",
  keywords:
    "google meet knowledge base, google chat documentation, google workspace knowledge base, meeting notes to wiki",
  heading: "Document meeting outcomes from Google Chat",
  intro:
    "After a call, participants post links, corrections and instructions in the Google Chat space for colleagues who were absent. Lorekeep reads that space and writes an article from these messages.",
  notYet:
    "Lorekeep reads Google Chat. It does not read Google Meet: no recording, no transcript and no in-call messages.",
  example: {
    where: "Space: Spring release",
    who: "Tomás",
    at: "15:31",
    message: "For those who missed the call: we freeze on the 4th, translations may still come until the 6th.",
    sentence: "The freeze is on the 4th; translations may still come until the 6th.",
  },
  features: [
    {
      title: "The written follow-up",
      text: "Instructions posted after a call become an article, with the author’s name next to each sentence.",
    },
    {
      title: "Spaces you choose",
      text: "Choose the spaces to be read. Nothing else in your Google Workspace is read.",
    },
    {
      title: "No bot in the call",
      text: "Lorekeep does not join or record meetings.",
    },
  ],
  specificUseCases: [
    { title: "Weekly project call", text: "Decisions and their reasons, as posted in the space." },
    { title: "Product demo", text: "The questions that came in by chat, with the answers given." },
    { title: "Hand-over", text: "A departing colleague explains in the space how the monthly report is prepared." },
  ],
  steps: [
    { title: "Add Google Chat", text: "Follow the guided form: Workspace ID, key and the space you want." },
    { title: "Choose the space", text: "The list shows the spaces the connection can see. Add one." },
    {
      title: "Write it down in the space",
      text: "Post the outcome of each call in the space. No other change is needed.",
    },
    {
      title: "Read the article",
      text: "It is published to Confluence or Notion, and each sentence links to its message in the space.",
    },
  ],
  questions: [
    {
      question: "Can you transcribe our Meet calls?",
      answer: "No. If you paste notes or a transcript into the space, Lorekeep reads them as messages.",
    },
    { question: "Is Google Chat fully supported?", answer: "Yes. Spaces can be listed, added and read." },
    {
      question: "Where do the articles go?",
      answer: "To Confluence or Notion, or they stay in Lorekeep’s own library.",
    },
  ],
};
