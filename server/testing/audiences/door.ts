import type { Permission } from "../../../shared/domain/access.ts";
import type { ArticleOfWorld, PersonOfWorld, World } from "./world.ts";

/** A door: one way by which text of articles or messages leaves the server. */
export interface Door {
  name: string;
  /** Returns everything that reaches the person. `article` may be readable or not. */
  open(person: PersonOfWorld, article: ArticleOfWorld, world: World): Promise<string>;
  /** The door must show every readable article. */
  isComplete?: true;
  /** The door must show the requested article to people who may read it and have this permission. */
  finds?: Permission;
  /** The door shows published articles only, none that waits for review or is held. */
  isOfShown?: true;
  /** The door must show every page of the platforms that the person may read. */
  findsPages?: true;
  /** The door is slow, so long walks open it every fourth time. */
  isSlow?: true;
}

/** Thrown by a door that knows itself who may see what, because its reader is not the person who opens it. */
export class WrongReaders extends Error {
  readonly isLeak: boolean;

  constructor(message: string, isLeak: boolean) {
    super(message);
    this.isLeak = isLeak;
  }
}

/** `what` begins the message: 'A key for everybody'. */
export function checkReaders(what: string, word: string, { isShown, mayRead }: Record<"isShown" | "mayRead", boolean>) {
  if (isShown !== mayRead) throw new WrongReaders(`${what} ${isShown ? "shows" : "does not show"} ${word}`, isShown);
}
