import { z } from "zod";
import { CHAT_PLATFORMS } from "../../connectors/chat-manifests.ts";
import { CHECK_FREQUENCY_MINUTES } from "../domain/detection.ts";
import { moment, rowId } from "./endpoint.ts";

export const frequency = z.int().min(CHECK_FREQUENCY_MINUTES.min).max(CHECK_FREQUENCY_MINUTES.max);

/** How far a channel is read, what waits, and what was left out. */
export const channelReading = z.object({
  /** Messages arrive by themselves, the moment they are said; otherwise checks find them. */
  isLive: z.boolean(),
  /** Why they do not although it is set up, in a sentence. */
  liveTrouble: z.string().nullable(),
  /** When the newest message that is known was said. */
  readTo: moment.nullable(),
  waiting: z.object({
    /** Said, and neither read nor looked into yet. */
    messages: z.int(),
    /** A conversation that is not judged yet: it goes on, or was changed. */
    conversations: z.int(),
  }),
  /** Of the last complete reading. */
  skipped: z.object({ messages: z.int(), why: z.array(z.string()) }),
  /** Messages that the last check found although they should have arrived by themselves. */
  filledIn: z.int(),
  /** In the chat: not everybody there may read it. */
  isPrivate: z.boolean(),
  /** Articles that are held back because it was made private, until a person decides who may read them. */
  held: z.int(),
});
export type ChannelReading = z.infer<typeof channelReading>;

/** Who reads what is written from a channel. */
export const channelAudience = z.object({
  /** `everyone`: everybody of the workspace but guests. `members`: who is in the channel, as the chat says. */
  who: z.enum(["everyone", "members"]),
  /** Of the channel, in the chat; null until they were read. */
  memberCount: z.int().nullable(),
  /** Why the chat does not tell who of this workspace is a member, in a sentence; null when it does. */
  unknown: z.string().nullable(),
  /** People of this workspace who read it. */
  readers: z.array(
    z.object({
      userId: rowId,
      name: z.string(),
      /** `chose`: chose the channel, or owns the workspace, while the chat does not say. `let-in`: an admin allowed it. */
      why: z.enum(["everyone", "member", "let-in", "chose"]),
    }),
  ),
  /** People of other companies are in it. */
  isShared: z.boolean(),
  /** An admin said that it is read all the same. */
  isSharingAllowed: z.boolean(),
});
export type ChannelAudience = z.infer<typeof channelAudience>;

export const channel = z.object({
  id: rowId,
  channelId: z.string(),
  channelName: z.string(),
  platform: z.enum(CHAT_PLATFORMS),
  isActive: z.boolean(),
  checkFrequencyMinutes: z.int(),
  lastChecked: moment.nullable(),
  /** When automatic monitoring reads it next; null when nothing does by itself. */
  nextCheck: moment.nullable(),
  createdAt: moment,
  integrationId: rowId.nullable(),
  messagesRead: z.int(),
  articles: z.int(),
  /** Why it could not be read the last time; null when it could. */
  trouble: z.string().nullable(),
  reading: channelReading,
  /** Whether the person who gave an answer is asked in its thread if the article is right. */
  questions: z.object({
    isOn: z.boolean(),
    /** Why it cannot be switched on, in a sentence; null when it can. */
    cannot: z.string().nullable(),
  }),
  /** Whether questions that nobody answers are answered in their thread without anybody asking Lorekeep. */
  answers: z.object({ isOn: z.boolean(), cannot: z.string().nullable() }),
});
export type Channel = z.infer<typeof channel>;
