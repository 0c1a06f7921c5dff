import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { explainInvalidMessage } from "./check-blocks.ts";

/** A message that only one person sees. */
export interface PrivateAnswer {
  teamId: string;
  channelId: string;
  user: string;
  text: string;
  blocks: unknown[];
  thread_ts: string | undefined;
  ts: string;
}

type AnswerRecipient = Pick<PrivateAnswer, "teamId" | "channelId" | "user">;

const KINDS = ["actions", "commands", "app-actions"] as const;
const MOST_ANSWERS = 5;
const LONGEST_MS = 30 * 60_000;

const message = z.strictObject({
  response_type: z.literal("ephemeral"),
  text: z.string().min(1),
  blocks: z.array(z.unknown()).default([]),
});
type Message = z.infer<typeof message>;
const isTaken = ({ text, blocks }: Message) => explainInvalidMessage(text, blocks) === null;
const later = message.extend({ replace_original: z.literal(false), thread_ts: z.string().optional() });

/**
 * The `response_url` of a button press or a command. It accepts five messages within half an hour, and only one person
 * sees them. In Slack these messages disappear on reload; here they stay.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export class PrivateAnswers {
  readonly given: PrivateAnswer[] = [];
  readonly #open = new Map<string, AnswerRecipient & { left: number; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Creates an address for messages to this person and returns its path. */
  open(place: AnswerRecipient, kind: (typeof KINDS)[number] = "actions"): string {
    const path = `/${kind}/${place.teamId}/${randomUUID()}`;
    this.#open.set(path, { ...place, left: MOST_ANSWERS, until: this.#now() + LONGEST_MS });
    return path;
  }

  /** Stores the app's immediate response to a command; null for an empty one. */
  acknowledged(place: AnswerRecipient, answer: unknown): void {
    if (answer !== null) this.#give(place, message.refine(isTaken).parse(answer));
  }

  addRoutes(app: FastifyInstance): void {
    for (const kind of KINDS)
      app.post(`/${kind}/:team/:ticket`, (request, reply) => {
        const place = this.#open.get(request.url);
        if (!place || place.left === 0 || place.until < this.#now())
          return reply.code(404).send({ ok: false, error: place ? "used_url" : "expired_url" });
        const parsed = later.safeParse(request.body);
        if (!parsed.success || !isTaken(parsed.data))
          return reply.code(400).send({ ok: false, error: "invalid_payload" });
        place.left -= 1;
        this.#give(place, parsed.data);
        return { ok: true };
      });
  }

  #give(place: AnswerRecipient, { text, blocks, thread_ts }: Message & { thread_ts?: string | undefined }): void {
    const { teamId, channelId, user } = place;
    this.given.push({ teamId, channelId, user, text, blocks, thread_ts, ts: (this.#now() / 1000).toFixed(6) });
  }
}
