import * as z from "zod";
import type { ChatEvent, ChatInteraction } from "../chat-source.ts";
import { parseJsonIfValid } from "../http.ts";
import { parsePress } from "./press.ts";

/** https://github.com/googleapis/google-cloudevents/blob/main/docs/spec/pubsub.md */
const pubsubMessage = z.looseObject({
  messageId: z.string().min(1).max(200),
  publishTime: z.string().nullish(),
  data: z.string().nullish(),
  attributes: z
    .looseObject({
      /** Absent for actions of people with the Chat app itself. */
      "ce-type": z.string().nullish(),
      "ce-id": z.string().min(1).max(200).nullish(),
      "ce-time": z.string().nullish(),
    })
    .nullish(),
});

const named = z.looseObject({
  message: z.looseObject({ name: z.string(), createTime: z.string().nullish() }),
});
/**
 * The event's data: one message, or a batch of messages.
 * https://developers.google.com/workspace/events/guides/events-chat
 */
const eventData = z.union([
  named.transform((one) => [one]),
  z.looseObject({ messages: z.array(named) }).transform(({ messages }) => messages),
]);

const OF_MESSAGES = /^google\.workspace\.chat\.message\.v1\.(?:batch)?(created|updated|deleted)$/i;
/** https://developers.google.com/workspace/events/guides/events-lifecycle */
const OF_SUBSCRIPTIONS = /^google\.workspace\.events\.subscription\.v1\./;
const MESSAGE_NAME = /^spaces\/([\w-]{1,100})\/messages\/([\w.-]{1,200})$/;

/**
 * An event as it is stored. It contains the name of its message. The message's text is read when the event is
 * processed.
 */
const kept = z.object({
  kind: z.enum(["created", "updated", "deleted"]),
  space: z.string(),
  message: z.string(),
  /** For a deletion: the time of the message, or the time of the deletion if Google does not send the former. */
  at: z.iso.datetime({ offset: true }),
});
export type StoredEvent = z.infer<typeof kept>;

/** Parses a stored event; null if another version of the product wrote it. */
export function parseStoredEvent(payload: string): StoredEvent | null {
  return kept.safeParse(parseJsonIfValid(payload)).data ?? null;
}

interface PubsubDelivery {
  isAboutSubscription: boolean;
  events: ChatEvent[];
  /** A press on a button of our app, or a direct message to our app. */
  press: ChatInteraction | null;
}
const NOTHING: PubsubDelivery = { isAboutSubscription: false, events: [], press: null };

/** Parses a Pub/Sub delivery. `events` are the events to store; empty for an irrelevant delivery. Never throws. */
export function readPubsubMessage(raw: unknown): PubsubDelivery {
  const { data: delivered } = pubsubMessage.safeParse(raw);
  if (!delivered) return NOTHING;
  const { "ce-type": type, "ce-id": id, "ce-time": time } = delivered.attributes ?? {};
  if (type && OF_SUBSCRIPTIONS.test(type)) return { ...NOTHING, isAboutSubscription: true };
  const data = parseJsonIfValid(Buffer.from(delivered.data ?? "", "base64").toString("utf8"));
  if (!type) return { ...NOTHING, press: parsePress(data) };
  const kind = OF_MESSAGES.exec(type)?.[1]?.toLowerCase();
  const said = eventData.safeParse(data);
  if (!kind || !said.success) return NOTHING;
  const events = said.data.flatMap(({ message: { name, createTime } }) => {
    const [, space, message] = MESSAGE_NAME.exec(name) ?? [];
    const { data: event } = kept.safeParse({ kind, space, message, at: createTime ?? time ?? delivered.publishTime });
    if (!event) return [];
    const eventId = `${id ?? delivered.messageId}${said.data.length > 1 ? ` ${event.message}` : ""}`;
    const payload = JSON.stringify(event);
    return [{ eventId, teamId: null, channelId: event.space, messageId: event.message, payload }];
  });
  return { ...NOTHING, events };
}
