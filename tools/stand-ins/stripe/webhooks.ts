import { createHmac } from "node:crypto";
import type { StripeEvent } from "./resources.ts";

export interface WebhookOptions {
  /** The address of the product's endpoint. Nothing is sent if absent. */
  to?: string | undefined;
  /** The secret of the endpoint, `whsec_…`. */
  secret: string;
  /** The waits before the retries. Stripe retries over three days; here the retries end within a minute. */
  retryDelaysMs?: readonly number[];
}

export interface WebhookDelivery {
  event: string;
  type: string;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** The status of the response; null if there was none. */
  status: number | null;
}

/**
 * Sends signed events one after another, each again until the response is 2xx. Stripe guarantees neither the order nor
 * that an event arrives only once. `hold`, `duplicate`, `lose` and `delay` simulate this.
 */
export class Webhooks {
  readonly #options: WebhookOptions;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopped = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #to: string | undefined;
  #held: StripeEvent[] | null = null;
  #toLose = 0;
  #toDuplicate = 0;
  #delayMs = 0;
  /** All attempts in order. */
  readonly log: WebhookDelivery[] = [];

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#to = options.to;
  }

  /** Changes the endpoint's address; undefined removes it. */
  sendTo(to: string | undefined): void {
    this.#to = to;
  }

  get isOn(): boolean {
    return this.#to !== undefined;
  }

  /** Does not send the next events. The list of events still contains them. */
  lose(times = 1): void {
    this.#toLose += times;
  }

  /** Delivers the next events twice. */
  duplicate(times = 1): void {
    this.#toDuplicate += times;
  }

  /** Delays every delivery. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Keeps events back until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends the events that were kept back, in order or reversed. */
  release(order: "as-made" | "reversed" = "as-made"): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const event of order === "reversed" ? held.toReversed() : held) this.#queue(event);
  }

  take(event: StripeEvent): void {
    if (!this.#to) return;
    event.pending_webhooks = 1;
    if (this.#toLose > 0) {
      this.#toLose -= 1;
      return;
    }
    const times = this.#toDuplicate > 0 ? 2 : 1;
    if (times === 2) this.#toDuplicate -= 1;
    for (let time = 0; time < times; time += 1) {
      if (this.#held) this.#held.push(event);
      else this.#queue(event);
    }
  }

  /** Sends an event again, like the button in Stripe's dashboard. */
  resend(event: StripeEvent): void {
    if (this.#to) this.#queue(event);
  }

  /** Waits until every event was accepted or its retries ended. Events that are kept back stay back. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  stop(): void {
    this.#stopped.abort();
  }

  #queue(event: StripeEvent): void {
    this.#last = this.#last.then(() => this.#attempt(event, 1));
    this.#track(this.#last);
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  async #attempt(event: StripeEvent, attempt: number): Promise<void> {
    await this.#wait(this.#delayMs);
    if (this.#stopped.signal.aborted || !this.#to) return;
    const status = await this.#send(this.#to, event);
    this.log.push({ event: event.id, type: event.type, attempt, status });
    if (status !== null && status < 300) {
      event.pending_webhooks = 0;
      return;
    }
    const wait = (this.#options.retryDelaysMs ?? [1_000, 5_000, 30_000])[attempt - 1];
    // Other events do not wait for this retry.
    if (wait !== undefined) this.#track(this.#wait(wait).then(() => this.#attempt(event, attempt + 1)));
  }

  async #send(to: string, event: StripeEvent): Promise<number | null> {
    const body = JSON.stringify(event, null, 2);
    try {
      const response = await fetch(to, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": signWebhook(body, this.#options.secret),
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(10_000)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  }

  #wait(ms: number): Promise<void> {
    if (ms === 0 || this.#stopped.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#stopped.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** https://docs.stripe.com/webhooks#verify-manually */
export function signWebhook(body: string, secret: string, at = Date.now()): string {
  const timestamp = Math.floor(at / 1000);
  return `t=${timestamp},v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}
