import type { Talk } from "./read-talk.ts";

/** How many messages later an answer may still come. */
const REACH = 8;

/** Which message answers which question, as positions: the next words of somebody else, those spoken to the asker first. */
export function answersIn(talk: Talk): [number, number][] {
  const { messages } = talk;
  const asks = messages.map((message) =>
    message.pieces.some((piece) => piece.form === "sentence" && piece.acts.question),
  );
  return messages.flatMap((message, index): [number, number][] => {
    if (!asks[index]) return [];
    const addressee = messages
      .slice(0, index)
      .find((other) => other.author !== message.author && opensWith(message.text, other.authorName))?.author;
    const later = messages
      .slice(index + 1, index + 1 + REACH)
      .map((other, offset) => ({ other, at: index + 1 + offset }));
    const others = later.filter(({ other }) => other.author !== message.author);
    const toAsker = others.find(({ other, at }) => opensWith(other.text, message.authorName) && !asks[at]);
    const byAddressee = others.find(({ other }) => other.author === addressee);
    const speaksToThird = ({ other }: (typeof others)[number]) =>
      messages.some(
        (third) =>
          third.author !== message.author && third.author !== other.author && opensWith(other.text, third.authorName),
      );
    const answer = byAddressee ?? toAsker ?? others.find((item) => !asks[item.at] && !speaksToThird(item));
    return answer ? [[index, answer.at]] : [];
  });
}

function opensWith(text: string, name: string): boolean {
  const start = text
    .slice(0, name.length + 3)
    .toLowerCase()
    .replace(/^@/, "");
  return name.length > 1 && start.startsWith(name.toLowerCase()) && /^[\s,:;]/.test(start.slice(name.length));
}
