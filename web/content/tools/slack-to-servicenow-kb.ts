import type { ToolPage } from "../tool-page.ts";

export const slackToServicenowKb: ToolPage = {
  urlSlug: "slack-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Slack to ServiceNow knowledge",
  shortDesc: "Slack answers as knowledge articles in ServiceNow.",
  targetAudience: "IT service teams on ServiceNow and Slack",
  useCase: "Slack threads to document",
  exportTarget: "Confluence, Notion, ServiceNow",
  title: "Slack to ServiceNow knowledge base",
  description:
    "Turn Slack help threads into ServiceNow knowledge articles: drafts with a source for each sentence, kept up to date when the thread changes.",
  keywords:
    "slack to servicenow, servicenow knowledge base slack, servicenow knowledge articles, it service desk slack",
  heading: "Turn Slack help threads into ServiceNow knowledge",
  intro:
    "Users often ask in #it-help instead of the portal, and the service desk solves the problem there. The incident, if there is one, does not contain the solution. Lorekeep writes a knowledge article from the thread.",
  example: {
    where: "#it-help",
    who: "Noor",
    at: "08:37",
    message: "Certificate renewed but Wi-Fi still fails? Forget the network once. It caches the old one.",
    sentence: "If Wi-Fi fails after the certificate’s renewal, forget the network once.",
  },
  features: [
    {
      title: "Symptom, cause, resolution",
      text: "Articles present the problem, its cause and its solution in a fixed order.",
    },
    {
      title: "#it-help in full",
      text: "Slack is fully supported: public channels, private channels you invite the app to, threads, edits and deletions.",
    },
    {
      title: "Duplicates are merged",
      text: "Twelve reports of the same certificate problem become one article with twelve sources.",
    },
  ],
  specificUseCases: [
    { title: "Certificates and VPN", text: "The yearly renewal and steps that are often forgotten." },
    { title: "New laptops", text: "Common problems after enrollment and how to fix them." },
    { title: "Problems without a ticket", text: "Problems solved in chat without a ticket are documented." },
  ],
  steps: [
    { title: "Connect #it-help", text: "Create the Slack app with the listed scopes and invite it." },
    { title: "Choose a target", text: "Enter the instance, the knowledge base and a user with the role knowledge." },
    {
      title: "Review by confidence",
      text: "Start with the highest confidence. Each sentence links to its Slack message.",
    },
    {
      title: "Publish in ServiceNow",
      text: "Articles arrive as drafts. Whoever approves knowledge there publishes them.",
    },
  ],
  questions: [
    {
      question: "What happens to edits made in ServiceNow?",
      answer: "They stay. New sentences are merged in; where both changed the same words, a person decides.",
    },
    { question: "Does it read incidents from ServiceNow?", answer: "No. Lorekeep reads chat." },
    { question: "Can I export articles?", answer: "Yes, as Markdown or as a ZIP file." },
  ],
};
