import { z } from "zod";
import { CHAT_PLATFORMS } from "../../connectors/chat-manifests.ts";
import { CHECK_FREQUENCY_MINUTES } from "../domain/detection.ts";
import { moment, rowId } from "./endpoint.ts";

export const checkFrequency = z.int().min(CHECK_FREQUENCY_MINUTES.min).max(CHECK_FREQUENCY_MINUTES.max);

/** How far a channel was read: its position, waiting messages and skipped ones. */
export const channelReading = z.object({
  /** True if messages arrive immediately as live events. False if scheduled checks find them. */
  isLive: z.boolean(),
  /** A sentence with the reason why live events do not arrive although they are set up. */
  liveTrouble: z.string().nullable(),
  /** The time of the newest known message. */
  readTo: moment.nullable(),
  waiting: z.object({
    /** Messages sent but not analyzed yet. */
    messages: z.int(),
    /** Conversations that are not judged yet, because they still continue or have changed. */
    conversations: z.int(),
  }),
  /** Messages that the last complete reading skipped. */
  skipped: z.object({ messages: z.int(), why: z.array(z.string()) }),
  /** Messages that live events missed, but the last check found. */
  filledIn: z.int(),
  /** Whether the channel is private in the chat. */
  isPrivate: z.boolean(),
  /** The number of articles held because the channel became private, until a person decides who may read them. */
  held: z.int(),
});
export type ChannelReading = z.infer<typeof channelReading>;

/** The people who may read articles written from a channel. */
export const channelAudience = z.object({
  /** `everyone`: everybody of the workspace except guests. `members`: the channel's members in the chat. */
  who: z.enum(["everyone", "members"]),
  /** Members of the channel in the chat; null until they were read. */
  memberCount: z.int().nullable(),
  /** A sentence with the reason why the channel's members in this workspace are unknown; null if they are known. */
  unknown: z.string().nullable(),
  /** The people in this workspace who may read the articles. */
  readers: z.array(
    z.object({
      userId: rowId,
      name: z.string(),
      /**
       * `chose`: the person chose the channel, or owns the workspace, while the members are unknown. `let-in`: an admin allowed
       * it.
       */
      why: z.enum(["everyone", "member", "let-in", "chose"]),
    }),
  ),
  /** Whether people from other companies are members of the channel. */
  isShared: z.boolean(),
  /** Whether an admin allowed reading the shared channel. */
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
  /** The time at which automatic monitoring reads the channel next; null if it is not read automatically. */
  nextCheck: moment.nullable(),
  createdAt: moment,
  /** Earlier messages are not read; null if the channel is read from its beginning. */
  readsFrom: moment.nullable(),
  integrationId: rowId.nullable(),
  messagesRead: z.int(),
  articles: z.int(),
  /** The reason why the last reading failed; null if it succeeded. */
  trouble: z.string().nullable(),
  reading: channelReading,
  /** If on, the author of an answer is asked in the thread whether the article is right. */
  questions: z.object({
    isOn: z.boolean(),
    /** A sentence with the reason why this cannot be switched on; null if it can. */
    cannot: z.string().nullable(),
  }),
  /** If on, unanswered questions get an answer in their thread, even if they were not addressed to Lorekeep. */
  answers: z.object({ isOn: z.boolean(), cannot: z.string().nullable() }),
});
export type Channel = z.infer<typeof channel>;
