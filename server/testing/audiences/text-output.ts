import type { Permission } from "../../../shared/domain/access.ts";
import type { ArticleOfWorld, PersonOfWorld, World } from "./world.ts";

/** An output: one way by which text of articles or messages leaves the server. */
export interface TextOutput {
  name: string;
  /** Returns all text that reaches the person. The person may or may not have the right to read `article`. */
  open(person: PersonOfWorld, article: ArticleOfWorld, world: World): Promise<string>;
  /** The output must contain every readable article. */
  isComplete?: true;
  /** The output must contain the requested article, if the person may read it and has this permission. */
  finds?: Permission;
  /** The output contains published articles only, no article that waits for review or is held. */
  isOfShown?: true;
  /** The output must contain every page of the platforms that the person may read. */
  findsPages?: true;
  /** The output is slow, so long tests read it only every fourth time. */
  isSlow?: true;
}

/** Thrown by an output that checks its readers itself, because its readers differ from the person who requests it. */
export class WrongReaders extends Error {
  readonly isLeak: boolean;

  constructor(message: string, isLeak: boolean) {
    super(message);
    this.isLeak = isLeak;
  }
}

/**
 * Throws if the text is shown to a reader without the right, or not shown to one with the right. `what` begins the
 * message: 'A key for everybody'.
 */
export function expectReaders(
  what: string,
  word: string,
  { isShown, mayRead }: Record<"isShown" | "mayRead", boolean>,
) {
  if (isShown !== mayRead) throw new WrongReaders(`${what} ${isShown ? "shows" : "does not show"} ${word}`, isShown);
}
