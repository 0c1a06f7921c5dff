import type { ToolPage } from "../tool-page.ts";

export const autoOnboardingDocs: ToolPage = {
  urlSlug: "auto-onboarding-docs",
  pageType: "use-case",
  toolName: "Onboarding docs",
  shortDesc: "Onboarding pages from the questions new colleagues ask in chat.",
  targetAudience: "HR and hiring managers",
  useCase: "What new colleagues ask",
  exportTarget: "Confluence, Notion",
  title: "Onboarding documentation from real questions",
  description:
    "New colleagues ask many of the same questions in chat. Lorekeep turns the answers into onboarding pages for everyone who joins later.",
  keywords:
    "onboarding documentation, automatic onboarding docs, new hire knowledge base, onboarding wiki, employee onboarding",
  heading: "Create onboarding docs from real questions",
  intro:
    "How do I get access to the staging system? Who approves expenses? New colleagues ask such questions in chat and get good answers. Lorekeep turns these answers into articles for your onboarding guide.",
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
      text: "Articles are classified as beginner, intermediate or advanced. Filter by beginner for the first week.",
    },
    {
      title: "With contact persons",
      text: "Each answer names the colleague who gave it, so new colleagues know whom to ask.",
    },
    { title: "Kept current", text: "Later corrections in chat update the same articles." },
  ],
  specificUseCases: [
    { title: "First day", text: "Accounts, building access, laptop and lunch." },
    { title: "First week", text: "Deployment, naming conventions and regular meetings." },
    { title: "First month", text: "Customers, exceptions and the reasons for them." },
  ],
  painPoints: [
    { title: "The guide is outdated", text: "It describes tools that have been replaced since." },
    { title: "Mentors repeat themselves", text: "Experienced colleagues answer the same questions for each new hire." },
    { title: "New colleagues hesitate to ask", text: "They do not want to ask too many questions." },
  ],
  benefits: [
    { title: "Questions can be looked up", text: "New colleagues find answers without having to ask." },
    { title: "Each hire improves it", text: "Questions without an article are answered in chat and added." },
    { title: "Less mentoring time on basics", text: "Mentors have more time for individual questions." },
  ],
  steps: [
    { title: "Open a channel for new people", text: "#new-here or #ask-anything. Invite the app." },
    { title: "Answer in the thread", text: "Answer as you do now. Complete answers become useful articles." },
    { title: "Collect in one place", text: "Choose the Notion page or Confluence space of your onboarding." },
    { title: "Arrange the pages once", text: "Arrange the pages manually. Updates do not change their order." },
  ],
  questions: [
    {
      question: "Are personal matters kept out?",
      answer: "Only the channels you choose are read. Do not connect channels in which personal matters are discussed.",
    },
    { question: "Can I import past years?", answer: "Yes, from a Slack export as a ZIP file." },
    { question: "Does it make a course?", answer: "No. It writes articles, which you can arrange into a course." },
  ],
};
