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
  /** What the page is about, as somebody would type it. */
  toolName: string;
  /** One sentence, for lists of pages and for the picture that goes with a shared link. */
  shortDesc: string;
  /** Whom it is for: completes 'For …'. */
  targetAudience: string;
  /** The heading over the use cases. */
  useCase: string;
  /** Where articles go, separated by commas. */
  exportTarget: string;
  title: string;
  description: string;
  keywords: string;
  heading: string;
  intro: string;
  /** What a visitor of this page may expect and does not get yet. */
  notYet?: string;
  /** A message such as this page's reader knows, and the sentence it becomes. */
  example: { where: string; who: string; at: string; message: string; sentence: string };
  features: readonly [Point, Point, Point];
  specificUseCases: readonly Point[];
  steps: readonly [Point, Point, Point, Point];
  questions: readonly Question[];
}

/** One of the landing pages a search leads to. Only pages about people and their cases speak of their troubles. */
export type ToolPage =
  | (ToolPageRecord & { pageType: "tool-specific" | "solution" })
  | (ToolPageRecord & {
      pageType: "persona" | "use-case";
      painPoints: readonly Point[];
      benefits: readonly Point[];
    });
