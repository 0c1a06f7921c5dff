import { createHash } from "node:crypto";

/** A person of an archive under a fictional name. */
export interface FictionalPerson {
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
export class FictionalPeople {
  private readonly byNick = new Map<string, FictionalPerson>();
  private readonly byId = new Map<string, FictionalPerson>();
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

  named(nick: string): FictionalPerson {
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

  withId(id: string): FictionalPerson | undefined {
    return this.byId.get(id);
  }
}

export function slackId(letter: "U" | "C" | "T" | "B", seed: string): string {
  const digest = createHash("sha256").update(`lorekeep-demo ${letter} ${seed}`).digest();
  const alphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  return `${letter}0${[...digest.subarray(0, 9)].map((byte) => alphabet[byte % alphabet.length]).join("")}`;
}

const FIRST =
  "Amara Bastian Camila Dariusz Elif Fabrice Greta Hamza Ilse Joaquin Keiko Laszlo Marisol Nikhil Oksana Pedro Quentin Rosalind Selim Tamsin Ulrich Vesna Wojtek Ximena Yusuf Zofia Anselm Beatrix Cormac Delphine Emeka Farida Gaspard Henrike Ibrahim Jolanta Kofi Leocadia Mirela Nadir Ottilie Priyanka Rainer Saskia Thandiwe Umberto Valeska Wilhelmina Yolanda Zdenek Aurelio Birgit Chidi Dorothea Enzo Frida Gulnara Hollis Imogen Jarek".split(
    " ",
  );
const LAST =
  "Abernathy Bielski Castellanos Dragomir Ekwueme Fairweather Grimaldi Hartono Iversen Jankowski Kallio Lindqvist Mbeki Nakagawa Obradovic Petrosyan Quillfeather Rasmussen Sandoval Takahashi Underhill Vasquez Wetherby Xanthopoulos Yamanaka Zielinski Achterberg Bramhall Czerny Dunmore Ellingsen Fontaine Gallagher Hovland Ivanenko Jorgensen Kowalczyk Lamontagne Marchetti Novotny Okonkwo Pemberton Quiroga Ravenscroft Strandberg Thorvald Ustinov Villanueva Whitlock Yildirim Zoric Arkwright Bellamy Cardoso Dubois".split(
    " ",
  );

/**
 * Returns the fictional name of person `number`. First names cycle while last names advance, so that a pair repeats only after
 * many people.
 */
function inventName(number: number): { firstName: string; lastName: string } {
  const round = Math.floor(number / FIRST.length);
  const firstName = FIRST[number % FIRST.length] as string;
  const lastName = LAST[(number * 7 + round * 11) % LAST.length] as string;
  return { firstName, lastName };
}
