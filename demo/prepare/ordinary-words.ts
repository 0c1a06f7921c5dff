import { NICK } from "./people.ts";
import type { Family, RawMessage } from "./raw-chat.ts";

/** How often people of other archives must use a word before a nickname that reads the same counts as a word. */
const USES = 4;

/**
 * The nicknames that are also words ('linux', 'guest', 'the'): people who never met the person use them too. Such a word
 * names somebody only in a clear address, so it may stay elsewhere.
 */
export function ordinaryWords(
  nicks: ReadonlySet<string>,
  families: ReadonlyMap<Family, ReadonlyMap<string, RawMessage[]>>,
): Set<string> {
  const uses = [...families.values()].map((rooms) => {
    const inFamily = new Map<string, number>();
    const speakers = new Set<string>();
    for (const messages of rooms.values()) {
      for (const { nick, text } of messages) {
        speakers.add(nick.toLowerCase());
        for (const [word] of text.matchAll(NICK)) {
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
