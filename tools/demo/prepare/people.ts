import { createHash } from "node:crypto";
import { inventName } from "./invented-names.ts";

/** A person of an archive under a fictional name. */
export interface Person {
  id: string;
  firstName: string;
  lastName: string;
}

/** Matches a possible nickname. */
export const NICKNAME_PATTERN = /[A-Za-z0-9_](?:[A-Za-z0-9_[\]\\`^{}|-]*[A-Za-z0-9_-])?/g;

/** Returns every word of a text that could be a nickname, including the parts of joined words. */
export const listPossibleNicknames = (text: string): string[] =>
  (text.match(NICKNAME_PATTERN) ?? []).flatMap((word) => [word, ...word.split(/[[\]\\`^{}|]+/)]);

/** Hashes a nickname, so that a check can recognise a nickname that the repository does not contain. */
export const hashNickname = (nick: string): string =>
  createHash("sha256").update(`lorekeep-demo:${nick.toLowerCase()}`).digest("hex").slice(0, 10);

/** Assigns one fictional person to every nickname, always the same for the same archives. */
export class People {
  private readonly byNick = new Map<string, Person>();
  private readonly byId = new Map<string, Person>();
  private readonly shortForms: ReadonlyMap<string, string>;
  private readonly known: ReadonlySet<string>;
  private readonly ordinary: ReadonlySet<string>;

  /**
   * `known` are all nicknames of the archives, `ordinary` are nicknames that are also words, `shortForms` maps short forms to
   * nicknames. All are in lower case.
   */
  constructor(known: ReadonlySet<string>, ordinary: ReadonlySet<string>, shortForms: ReadonlyMap<string, string>) {
    this.known = known;
    this.shortForms = shortForms;
    this.ordinary = ordinary;
  }

  isKnown(nick: string): boolean {
    const key = nick.toLowerCase();
    return this.known.has(key) || this.shortForms.has(key);
  }

  isOrdinaryWord(nick: string): boolean {
    return this.ordinary.has(nick.toLowerCase());
  }

  /** True for a nickname that is a name in any position of a sentence. */
  isUnmistakable(nick: string): boolean {
    return this.isKnown(nick) && !this.isOrdinaryWord(nick);
  }

  named(nick: string): Person {
    const key = this.shortForms.get(nick.toLowerCase()) ?? nick.toLowerCase();
    let person = this.byNick.get(key);
    if (!person) {
      const number = this.byNick.size;
      person = { id: slackId("U", `person ${number}`), ...inventName(number) };
      this.byNick.set(key, person);
      this.byId.set(person.id, person);
    }
    return person;
  }

  withId(id: string): Person | undefined {
    return this.byId.get(id);
  }
}

export function slackId(letter: "U" | "C" | "T" | "B", seed: string): string {
  const digest = createHash("sha256").update(`lorekeep-demo ${letter} ${seed}`).digest();
  const alphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  return `${letter}0${[...digest.subarray(0, 9)].map((byte) => alphabet[byte % alphabet.length]).join("")}`;
}
