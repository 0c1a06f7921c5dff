import { createHmac, randomUUID } from "node:crypto";
import type { SlackEvent, SlackTeam } from "./team.ts";

export interface EventDeliveriesOptions {
  /**
   * The address for events. Without it, nothing is sent. Button presses are sent to `interactions` beside this address.
   */
  eventsTo?: string | undefined;
  signingSecret: string;
  /** The delays of the three retries. Slack's own are almost none, a minute and five minutes. */
  retryDelaysMs?: readonly number[];
}

/** Slack's Events API: signed requests. A request without a response within 3 s is sent again. */
export class EventDeliveries {
  readonly #options: EventDeliveriesOptions;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopped = new AbortController();
  #eventsTo: string | undefined;

  constructor(options: EventDeliveriesOptions) {
    this.#options = options;
    this.#eventsTo = options.eventsTo;
  }

  /** Changes the address for events in the app's settings; undefined removes it. */
  sendTo(eventsTo: string | undefined): void {
    this.#eventsTo = eventsTo;
  }

  deliver(envelope: Record<string, unknown>): void {
    if (!this.#eventsTo) return;
    const delivery = this.#deliver(envelope).finally(() => this.#running.delete(delivery));
    this.#running.add(delivery);
  }

  /** Sends a button press once, as form data. Returns the status of the response. */
  async press(payload: Record<string, unknown>): Promise<number> {
    if (!this.#eventsTo) return 0;
    const response = await this.#interact(payload);
    await response.body?.cancel();
    return response.status;
  }

  /** Sends a submitted form. Returns the app's response; null for an empty one. */
  async submit(payload: Record<string, unknown>): Promise<unknown> {
    const response = await this.#interact(payload);
    const body = await response.text();
    if (!response.ok) throw new Error(`The app answered a form with ${response.status}.`);
    return body === "" ? null : JSON.parse(body);
  }

  /** Sends a command. Returns the app's response; null for an empty one. */
  async command(fields: Record<string, string>): Promise<unknown> {
    const response = await this.#sendForm("commands", fields);
    const body = await response.text();
    if (!response.ok) throw new Error(`The app answered a command with ${response.status}.`);
    return body === "" ? null : JSON.parse(body);
  }

  #interact(payload: Record<string, unknown>): Promise<Response> {
    return this.#sendForm("interactions", { payload: JSON.stringify(payload) });
  }

  #sendForm(path: "interactions" | "commands", fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields).toString();
    return fetch((this.#eventsTo ?? "").replace(/events$/, path), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...signatureHeaders(body, this.#options.signingSecret),
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(3000)]),
    });
  }

  /** Verifies the address, as Slack does when a person enters it in the app's settings. */
  async verifyUrl(): Promise<boolean> {
    const challenge = randomUUID();
    const response = await this.#send({ type: "url_verification", token: "stand-in", challenge });
    return response.ok && (await response.text()).includes(challenge);
  }

  /** Waits until every event was accepted or its retries ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #deliver(envelope: Record<string, unknown>): Promise<void> {
    const delays = [0, ...(this.#options.retryDelaysMs ?? [0, 60_000, 300_000])];
    let reason = "";
    for (const [attempt, delay] of delays.entries()) {
      await this.#wait(delay);
      if (this.#stopped.signal.aborted) return;
      const retry = attempt > 0 && { "x-slack-retry-num": String(attempt), "x-slack-retry-reason": reason };
      try {
        const response = await this.#send(envelope, retry || {});
        await response.body?.cancel();
        if (response.ok || response.headers.get("x-slack-no-retry") === "1") return;
        reason = "http_error";
      } catch (error) {
        reason = (error as Error).name === "TimeoutError" ? "http_timeout" : "connection_failed";
      }
    }
  }

  #send(envelope: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Response> {
    const body = JSON.stringify(envelope);
    return fetch(this.#eventsTo ?? "", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...signatureHeaders(body, this.#options.signingSecret),
        ...headers,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(3000)]),
    });
  }

  #wait(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#stopped.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function signatureHeaders(body: string, signingSecret: string, at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const digest = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${digest}` };
}

/**
 * Wraps an event. In a channel that two companies share, an action by the partner (`user_team`) contains the partner's
 * team.
 */
export function buildEventEnvelope(
  team: SlackTeam,
  event: SlackEvent,
  org: { id: string } | null = null,
): Record<string, unknown> {
  const { id } = team.data.team;
  const { user_team: userTeam = id } = event as { user_team?: string };
  return {
    token: "stand-in",
    team_id: userTeam,
    context_team_id: id,
    api_app_id: "ASTANDIN",
    event,
    type: "event_callback",
    event_id: `Ev${randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase()}`,
    event_time: Math.floor(Date.now() / 1000),
    authorizations: [
      {
        enterprise_id: org?.id ?? null,
        team_id: org ? null : id,
        user_id: team.bot.id,
        is_bot: true,
        is_enterprise_install: org !== null,
      },
    ],
    is_ext_shared_channel: userTeam !== id,
  };
}
