import { NICKNAME_PATTERN } from "./people.ts";
import type { ChatArchive, RawMessage } from "./raw-chat.ts";

/** A nickname counts as an ordinary word if people of other archives use it this often. */
const USES = 4;

/**
 * Returns nicknames that are also words ('linux', 'guest', 'the'): people who never met the person use them. They count as
 * names only in a clear form of address.
 */
export function findOrdinaryWords(
  nicks: ReadonlySet<string>,
  archives: ReadonlyMap<ChatArchive, ReadonlyMap<string, RawMessage[]>>,
): Set<string> {
  const uses = [...archives.values()].map((rooms) => {
    const inFamily = new Map<string, number>();
    const speakers = new Set<string>();
    for (const messages of rooms.values()) {
      for (const { nick, text } of messages) {
        speakers.add(nick.toLowerCase());
        for (const [word] of text.matchAll(NICKNAME_PATTERN)) {
          const key = word.toLowerCase();
          if (nicks.has(key)) inFamily.set(key, (inFamily.get(key) ?? 0) + 1);
        }
      }
    }
    return { inFamily, speakers };
  });
  const isOrdinary = (nick: string) =>
    nick.length < 3 ||
    /^\d+$/.test(nick) ||
    uses.some(({ inFamily, speakers }) => !speakers.has(nick) && (inFamily.get(nick) ?? 0) >= USES);
  return new Set([...nicks].filter(isOrdinary));
}

/** The minimum length of a short form, because a shorter word is too often an ordinary word. */
const SHORTEST = 4;

/**
 * Finds short forms of long nicknames: a short form is the beginning of a nickname, and nobody in other archives uses it as a
 * word. `rooms` are the rooms that the demo uses, each with its speakers.
 */
export function findShortForms(
  rooms: readonly RawMessage[][],
  ordinary: ReadonlySet<string>,
  archives: ReadonlyMap<ChatArchive, ReadonlyMap<string, RawMessage[]>>,
): Map<string, string> {
  const forms = new Map<string, string>();
  for (const room of rooms) {
    const nicks = [...new Set(room.map(({ nick }) => nick.toLowerCase()))].filter((nick) => !ordinary.has(nick));
    for (const { text } of room)
      for (const [word] of text.matchAll(NICKNAME_PATTERN)) {
        const form = word.toLowerCase();
        const nick = form.length < SHORTEST ? undefined : nicks.find((each) => each !== form && each.startsWith(form));
        if (nick) forms.set(form, nick);
      }
  }
  const elsewhere = usesOf(new Set(forms.keys()), archives, rooms);
  return new Map([...forms].filter(([form]) => (elsewhere.get(form) ?? 0) < 2));
}

function usesOf(
  words: ReadonlySet<string>,
  archives: ReadonlyMap<ChatArchive, ReadonlyMap<string, RawMessage[]>>,
  except: readonly RawMessage[][],
): Map<string, number> {
  const uses = new Map<string, number>();
  for (const rooms of archives.values())
    for (const messages of rooms.values()) {
      if (except.includes(messages)) continue;
      for (const { text } of messages)
        for (const [word] of text.matchAll(NICKNAME_PATTERN)) {
          const key = word.toLowerCase();
          if (words.has(key)) uses.set(key, (uses.get(key) ?? 0) + 1);
        }
    }
  return uses;
}
