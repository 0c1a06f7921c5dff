import type { ToolPage } from "../tool-page.ts";

export const autoOnboardingDocs: ToolPage = {
  urlSlug: "auto-onboarding-docs",
  pageType: "use-case",
  toolName: "Onboarding docs",
  shortDesc: "The answers your last hire got, ready for the next one.",
  targetAudience: "HR and hiring managers",
  useCase: "What new people ask",
  exportTarget: "Confluence, Notion",
  title: "Onboarding documentation from real questions",
  description:
    "Every new colleague asks the same thirty questions in chat. Lorekeep turns the answers into onboarding pages for the next one.",
  keywords:
    "onboarding documentation, automatic onboarding docs, new hire knowledge base, onboarding wiki, employee onboarding",
  heading: "Your last hire already asked the right questions",
  intro:
    "How do I get into the staging system? Who signs expenses? Why is the build red on Mondays? Each was asked in chat and answered well. Written up, they are the best onboarding guide you can have.",
  example: {
    where: "#new-here",
    who: "Ben",
    at: "09:48",
    message: "Staging access: ask in #access with your team’s name. It is granted twice a day, at 10 and 3.",
    sentence: "Ask for staging access in #access with your team’s name; it is granted at 10 and 3.",
  },
  features: [
    {
      title: "By level",
      text: "Articles are marked beginner, intermediate or advanced. Filter by beginner and you have a first-week list.",
    },
    {
      title: "With a person in it",
      text: "Each answer names the colleague who gave it. New people learn whom to ask next.",
    },
    { title: "Always this year’s", text: "The next hire’s corrections go into the same articles." },
  ],
  specificUseCases: [
    { title: "First day", text: "Accounts, door, laptop, lunch." },
    { title: "First week", text: "How we deploy, how we name things, which meeting one may miss." },
    { title: "First month", text: "The customers, the exceptions, the history behind them." },
  ],
  painPoints: [
    { title: "The guide is from 2022", text: "The tool in chapter three was replaced twice." },
    { title: "A buddy repeats himself", text: "Two weeks of somebody senior, for each hire." },
    { title: "New people stop asking", text: "The tenth question feels like one too many." },
  ],
  benefits: [
    { title: "Questions can be looked up", text: "Asking is still fine, and no longer the only way." },
    { title: "Each hire improves it", text: "What was missing gets asked, answered, and kept." },
    { title: "Less buddy time on basics", text: "More for the things that need a person." },
  ],
  steps: [
    { title: "Open a channel for new people", text: "#new-here or #ask-anything. Invite the app." },
    { title: "Answer in the thread", text: "As you do now. Thorough answers make good pages." },
    { title: "Collect in one place", text: "Give the Notion page or Confluence space of your onboarding." },
    { title: "Order it once", text: "Put the pages in sequence by hand. Updates leave your order alone." },
  ],
  questions: [
    {
      question: "Are personal matters kept out?",
      answer: "Only channels you choose are read. Keep personal matters out of them, and out of the library.",
    },
    { question: "Can I import past years?", answer: "Yes, from a Slack export as a ZIP file." },
    { question: "Does it make a course?", answer: "No. It makes articles. The order and the welcome are yours." },
  ],
};
