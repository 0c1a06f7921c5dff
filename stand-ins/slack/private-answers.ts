import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";

/** A message that only one person sees. */
export interface PrivateAnswer {
  teamId: string;
  channelId: string;
  user: string;
  text: string;
  thread_ts: string | undefined;
  ts: string;
}

const MOST_ANSWERS = 5;
const LONGEST_MS = 30 * 60_000;

/**
 * What a press brings along as its `response_url`: up to five answers within half an hour, each seen by who pressed and gone when
 * they load Slack again; here they stay. https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export class PrivateAnswers {
  readonly given: PrivateAnswer[] = [];
  readonly #open = new Map<
    string,
    Pick<PrivateAnswer, "teamId" | "channelId" | "user"> & { left: number; until: number }
  >();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The path of a new place for answers to this person. */
  open(place: Pick<PrivateAnswer, "teamId" | "channelId" | "user">): string {
    const ticket = randomUUID();
    this.#open.set(ticket, { ...place, left: MOST_ANSWERS, until: this.#now() + LONGEST_MS });
    return `/actions/${place.teamId}/${ticket}`;
  }

  addRoutes(app: FastifyInstance): void {
    type Given = { response_type?: string; replace_original?: boolean; text?: string; thread_ts?: string };
    app.post<{ Params: { team: string; ticket: string }; Body: Given }>("/actions/:team/:ticket", (request, reply) => {
      const { team, ticket } = request.params;
      const place = this.#open.get(ticket);
      if (place?.teamId !== team || place.left === 0 || place.until < this.#now())
        return reply.code(404).send({ ok: false, error: place ? "used_url" : "expired_url" });
      const { response_type, replace_original, text = "", thread_ts } = request.body;
      if (response_type !== "ephemeral" || replace_original !== false || text === "")
        return reply.code(400).send({ ok: false, error: "invalid_payload" });
      place.left -= 1;
      const { channelId, user } = place;
      this.given.push({ teamId: team, channelId, user, text, thread_ts, ts: (this.#now() / 1000).toFixed(6) });
      return { ok: true };
    });
  }
}
