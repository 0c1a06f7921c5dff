import type { ToolPage } from "../tool-page.ts";

export const autoKbFromGoogleMeet: ToolPage = {
  urlSlug: "auto-kb-from-google-meet",
  pageType: "tool-specific",
  toolName: "Knowledge base from Google Meet and Chat",
  shortDesc: "Lorekeep reads the Google Chat space around a meeting, not its recording.",
  targetAudience: "teams on Google Workspace",
  useCase: "What the space around a meeting holds",
  exportTarget: "Confluence, Notion",
  title: "Knowledge base from Google Meet: via Google Chat",
  description:
    "Lorekeep turns the Google Chat conversations around your meetings into articles. It does not read Meet recordings or transcripts. Here is what that gives you.",
  keywords:
    "google meet knowledge base, google chat documentation, google workspace knowledge base, meeting notes to wiki",
  heading: "Keep what was worked out around the meeting",
  intro:
    "The call ends, and the useful part goes on in the Google Chat space: the link, the correction, the steps somebody types out for whoever missed it. Lorekeep reads that space and makes an article of it.",
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
      text: "Steps typed after a call are usually clearer than the call. They become an article with their author’s name beside each sentence.",
    },
    {
      title: "Spaces you choose",
      text: "Pick the project’s space, and leave the social one out. Nothing else in your Workspace is read.",
    },
    {
      title: "No bot in the call",
      text: "Nobody joins, nobody records, nobody is asked to speak for the minutes.",
    },
  ],
  specificUseCases: [
    { title: "Weekly project call", text: "Decisions and their reasons, as written in the space afterwards." },
    { title: "Product demo", text: "The questions that came in by chat, with the answers given." },
    { title: "Hand-over", text: "A colleague leaves and types out how the monthly report really works." },
  ],
  steps: [
    { title: "Add Google Chat", text: "Follow the guided form: Workspace ID, key and the space you want." },
    { title: "Choose the space", text: "The list shows the spaces the connection can see. Add one." },
    {
      title: "Write it down in the space",
      text: "Post the outcome of a call where the team talks. That is the only new habit.",
    },
    {
      title: "Read the article",
      text: "It goes to Confluence or Notion, and each sentence links to its message in the space.",
    },
  ],
  questions: [
    {
      question: "Can you transcribe our Meet calls?",
      answer: "No. If you paste a transcript or notes into the space, they are read as messages.",
    },
    { question: "Is Google Chat fully supported?", answer: "Yes. Spaces can be listed, added and read." },
    {
      question: "Where do the articles go?",
      answer: "To Confluence or Notion, or they stay in Lorekeep’s own library.",
    },
  ],
};
