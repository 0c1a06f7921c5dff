import type { GoogleChatPost, GoogleChatSpaceData } from "../stand-ins/google-chat/space.ts";
import type { DemoChannel, DemoTeam } from "./chat.ts";

export interface DemoSpace {
  data: GoogleChatSpaceData;
  /** The posts of the space, oldest first. */
  posts: (GoogleChatPost & { at: number })[];
}

/** Converts a channel to a Google Chat space: people's messages with Google's markup. */
export function toGoogleChatSpace({ users }: Pick<DemoTeam, "users">, channel: DemoChannel, id: string): DemoSpace {
  const numbers = new Map(users.map((user, index) => [user.id, String(index + 1)]));
  const said = channel.messages.flatMap(({ user, text, ts, subtype }) => {
    const userId = numbers.get(user ?? "");
    return userId && !subtype ? [{ userId, text: textOf(text, numbers), at: Math.floor(Number(ts) * 1000) }] : [];
  });
  const spoken = new Set(said.map(({ userId }) => userId));
  return {
    data: {
      id,
      displayName: channel.name,
      description: channel.purpose.value,
      people: users.flatMap((user, index) => {
        const person = { id: String(index + 1), name: user.profile.display_name || user.real_name, isBot: user.is_bot };
        return spoken.has(person.id) || mentions(said, person.id) ? [person] : [];
      }),
    },
    posts: said,
  };
}

const mentions = (said: { text: string }[], id: string) => said.some(({ text }) => text.includes(`<users/${id}>`));

function textOf(text: string, numbers: Map<string, string>): string {
  return text
    .replace(/<@(U\w+)>/g, (whole, user: string) => {
      const number = numbers.get(user);
      return number ? `<users/${number}>` : whole;
    })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
