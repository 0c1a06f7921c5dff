/** Who is greeted: the first name, or 'there'. */
export const welcomeSlides = (firstName: string): [title: string, text: string][] => [
  [`Welcome back, ${firstName || "there"}!`, "Chat is loose talk. A library is what stays."],
  ["AI analyzing conversations", "The channels you choose are read, and what explains something is found."],
  ["Articles being generated", "Each one carries its sources in the margin: who said it, where and when."],
  ["Your dashboard is ready", "What was read, what was written and what needs you, on one page."],
];
