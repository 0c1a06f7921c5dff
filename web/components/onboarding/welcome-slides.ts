/**
 * Builds the welcome's slides, which greet the person by first name. `isNew`: an invited colleague on their first
 * visit.
 */
export const buildWelcomeSlides = (firstName: string, isNew = false): [title: string, text: string][] => [
  [
    `${isNew ? "Welcome" : "Welcome back"}, ${firstName || "there"}!`,
    "Answers from your team’s chat, kept as articles with their sources.",
  ],
  ["AI analyzing conversations", "Lorekeep reads the channels you choose and finds the explanations in them."],
  ["Articles being generated", "Each article shows its sources in the margin: who said it, where and when."],
  ["Your dashboard is ready", "See what was read, what was written and what needs a decision, on one page."],
];
