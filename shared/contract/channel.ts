import { z } from "zod";
import { CHAT_PLATFORMS } from "../../connectors/chat-manifests.ts";
import { CHECK_FREQUENCY_MINUTES } from "../domain/detection.ts";
import { moment, rowId } from "./endpoint.ts";

export const frequency = z.int().min(CHECK_FREQUENCY_MINUTES.min).max(CHECK_FREQUENCY_MINUTES.max);

/** A channel's reading state: position, waiting messages and skipped ones. */
export const channelReading = z.object({
  /** True: messages arrive immediately as live events. False: scheduled checks find them. */
  isLive: z.boolean(),
  /** The reason, as a sentence, why they do not arrive although it is set up. */
  liveTrouble: z.string().nullable(),
  /** The time of the newest known message. */
  readTo: moment.nullable(),
  waiting: z.object({
    /** Messages sent but not analyzed yet. */
    messages: z.int(),
    /** Conversations that are not judged yet, because they continue or changed. */
    conversations: z.int(),
  }),
  /** Messages that the last complete reading skipped. */
  skipped: z.object({ messages: z.int(), why: z.array(z.string()) }),
  /** Messages that live events missed and the last check found. */
  filledIn: z.int(),
  /** Whether the channel is private in the chat. */
  isPrivate: z.boolean(),
  /** The number of articles held because the channel became private, until a person decides who may read them. */
  held: z.int(),
});
export type ChannelReading = z.infer<typeof channelReading>;

/** The audience of articles written from a channel. */
export const channelAudience = z.object({
  /** `everyone`: everybody of the workspace except guests. `members`: the channel's members in the chat. */
  who: z.enum(["everyone", "members"]),
  /** Members of the channel in the chat; null until they were read. */
  memberCount: z.int().nullable(),
  /** The reason, as a sentence, why the members in this workspace are unknown; null if they are known. */
  unknown: z.string().nullable(),
  /** People of this workspace who may read it. */
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
  /** Whether people of other companies are members. */
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
  /** When automatic monitoring reads it next; null when it is not read automatically. */
  nextCheck: moment.nullable(),
  createdAt: moment,
  integrationId: rowId.nullable(),
  messagesRead: z.int(),
  articles: z.int(),
  /** The reason why the last reading failed; null when it succeeded. */
  trouble: z.string().nullable(),
  reading: channelReading,
  /** If on, the author of an answer is asked in its thread whether the article is right. */
  questions: z.object({
    isOn: z.boolean(),
    /** The reason, as a sentence, why it cannot be switched on; null if it can. */
    cannot: z.string().nullable(),
  }),
  /** If on, questions that nobody answers are answered in their thread even if they were not addressed to Lorekeep. */
  answers: z.object({ isOn: z.boolean(), cannot: z.string().nullable() }),
});
export type Channel = z.infer<typeof channel>;
