import type { ToolPage } from "../tool-page.ts";

export const knowledgeRetentionFastGrowth: ToolPage = {
  urlSlug: "knowledge-retention-fast-growth",
  pageType: "use-case",
  toolName: "Knowledge retention for fast growth",
  shortDesc: "Keep what the first twenty know when you become two hundred.",
  targetAudience: "companies that double in a year",
  useCase: "Growing pains it helps with",
  exportTarget: "Confluence, Notion",
  title: "Knowledge retention for fast-growing companies",
  description:
    "At twenty people everyone knows why. At two hundred nobody does. Lorekeep keeps the explanations as you grow, from the chat you already have.",
  keywords:
    "knowledge retention, scaling startup documentation, fast growth knowledge management, startup wiki, knowledge loss",
  heading: "Keep what the first twenty know",
  intro:
    "Until now you could turn round and ask. Next quarter half the company will have joined after the decisions that shape their day. The reasons are in Slack. Collect them while someone still remembers where.",
  example: {
    where: "#founders",
    who: "Ida",
    at: "19:14",
    message: "Discount above 20% goes through me, because of the clause we gave our first partner.",
    sentence: "Discounts above 20% need Ida’s word, because of a clause with the first partner.",
  },
  features: [
    { title: "Reads your history", text: "Import a Slack export and years of explanations are sorted in one run." },
    {
      title: "One article per topic",
      text: "The same thing explained in five channels becomes one page with five sources.",
    },
    { title: "Grows by itself", text: "More people means more explanations, and more of them kept." },
  ],
  specificUseCases: [
    { title: "Before a hiring wave", text: "A library to start from in week one, instead of a promise to write one." },
    { title: "A founder steps back", text: "Pricing, partners, the contract with the odd clause: why it is as it is." },
    { title: "Two offices", text: "The second one gets the first one’s reasons along with its rules." },
  ],
  painPoints: [
    { title: "Everyone is new", text: "The person you ask started in May." },
    { title: "Writing loses to shipping", text: "Documentation week has been moved four times." },
    { title: "People leave", text: "And their explanations with them, three scrolls above." },
  ],
  benefits: [
    { title: "Reasons outlive people", text: "A decision keeps its why, with a date and a name." },
    { title: "Quicker first weeks", text: "New colleagues read, then ask better questions." },
    { title: "No project needed", text: "It runs beside the work. Nobody is put in charge of writing." },
  ],
  steps: [
    {
      title: "Import what you have",
      text: "A Slack export as ZIP, in the browser or on the command line. It takes minutes.",
    },
    { title: "Read the first list", text: "You will know at once which channels hold knowledge." },
    { title: "Connect those channels", text: "And let them be checked by themselves." },
    { title: "Give new hires the link", text: "The library is searchable from their first day." },
  ],
  questions: [
    {
      question: "How much history can it read?",
      answer: "An export of any size. On a hosted plan, messages count towards the month’s limit.",
    },
    {
      question: "Is $25 really the price for fifty people?",
      answer: "Yes. Plans count messages, channels and platforms, not people.",
    },
    {
      question: "Do you have single sign-on?",
      answer: "It belongs to the Enterprise plan, with SCIM for adding and removing users.",
    },
  ],
};
