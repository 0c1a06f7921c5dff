/** A heading of a few words and one or two sentences. */
export interface Point {
  title: string;
  text: string;
}

export interface Question {
  question: string;
  answer: string;
}

interface ToolPageRecord {
  urlSlug: string;
  /** The subject of the page, as a person would type it into a search. */
  toolName: string;
  /** One sentence, for lists of pages and for the preview picture of a shared link. */
  shortDesc: string;
  /** The audience of the page; completes the heading 'For …'. */
  targetAudience: string;
  /** The heading over the use cases. */
  useCase: string;
  /** The targets of articles, separated by commas. */
  exportTarget: string;
  title: string;
  description: string;
  keywords: string;
  heading: string;
  intro: string;
  /** A capability that visitors of this page may expect, but that does not exist yet. */
  notYet?: string;
  /** A message as readers of this page know such messages, and the sentence that Lorekeep writes from it. */
  example: { where: string; who: string; at: string; message: string; sentence: string };
  features: readonly [Point, Point, Point];
  specificUseCases: readonly Point[];
  steps: readonly [Point, Point, Point, Point];
  questions: readonly Question[];
}

/** A landing page for search engines. Only pages about people and use cases name problems. */
export type ToolPage =
  | (ToolPageRecord & { pageType: "tool-specific" | "solution" })
  | (ToolPageRecord & {
      pageType: "persona" | "use-case";
      painPoints: readonly Point[];
      benefits: readonly Point[];
    });
