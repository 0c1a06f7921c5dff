import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const READS = ["/api/auth/user", "/api/articles?limit=20", "/api/inbox", "/api/stats", "/api/channels"];
const LOOK_EVERY_MS = 250;
const ONE_CALL_MS = 15_000;
const PAUSE_MS = 40;
const MOST_TRIES = 20;

/**
 * Simulates people behind a load balancer. The load balancer checks each process's readiness four times a second, uses the
 * other process when a connection fails, and never sends a request twice. One person writes categories with unique names, the
 * others read, until the end.
 */
export class RollingLoad {
  /** The number of answered requests by kind. */
  readonly answered = { reads: 0, writes: 0 };
  readonly refused: string[] = [];
  readonly #written: string[] = [];
  readonly #addresses: string[];
  readonly #cookie: string;
  #ready: string[];
  #isOver = false;
  #turn = 0;
  #working: Promise<unknown> = Promise.resolve();

  constructor(addresses: string[], cookie: string) {
    this.#addresses = addresses;
    this.#ready = addresses;
    this.#cookie = cookie;
  }

  begin(people: number): void {
    this.#working = Promise.all([
      ...this.#addresses.map((address) => this.#watch(address)),
      ...Array.from({ length: people }, (_, person) => this.#goOn(person + 1)),
    ]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }

  /** Counts acknowledged writes that are missing, and writes that exist more than once. */
  async count(pool: pg.Pool): Promise<{ lost: number; doubled: number }> {
    const { rows } = await pool.query<{ name: string; count: number }>(
      "select name, count(*)::int as count from categories where name like 'Rolling %' group by name",
    );
    const there = new Map(rows.map(({ name, count }) => [name, count]));
    return {
      lost: this.#written.filter((name) => !there.has(name)).length,
      doubled: rows.filter(({ count }) => count > 1).length,
    };
  }

  /** Checks each process separately, so that a slow process delays no other. */
  async #watch(address: string): Promise<void> {
    while (!this.#isOver) {
      const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(ONE_CALL_MS) }).catch(
        () => null,
      );
      const isThere = this.#ready.includes(address);
      if (answer?.ok && !isThere) this.#ready = [...this.#ready, address];
      if (!answer?.ok && isThere) this.#ready = this.#ready.filter((one) => one !== address);
      await sleep(LOOK_EVERY_MS);
    }
  }

  async #goOn(person: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      if (person === 1) await this.#write(`Rolling ${person}-${turn}`);
      else if (await this.#ask("GET", READS[(turn + person) % READS.length] ?? "")) this.answered.reads += 1;
      await sleep(PAUSE_MS);
    }
  }

  async #write(name: string): Promise<void> {
    if (!(await this.#ask("POST", "/api/categories", { name, parentId: null }))) return;
    this.answered.writes += 1;
    this.#written.push(name);
  }

  async #ask(method: string, path: string, body?: unknown): Promise<boolean> {
    const headers = { cookie: this.#cookie, ...(body !== undefined && { "content-type": "application/json" }) };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    for (let tries = 1; ; tries += 1) {
      this.#turn += 1;
      const address = this.#ready[this.#turn % this.#ready.length] ?? this.#addresses[0] ?? "";
      try {
        const answer = await fetch(address + path, { ...init, signal: AbortSignal.timeout(ONE_CALL_MS) });
        const text = await answer.text();
        if (!answer.ok) this.refused.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
        return answer.ok;
      } catch (error) {
        const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
        // The request was not sent, so the other process is tried, as every load balancer does.
        if (cause?.code === "ECONNREFUSED" && tries < MOST_TRIES) {
          await sleep(PAUSE_MS);
          continue;
        }
        this.refused.push(`${method} ${path}: ${message} ${cause?.message ?? ""}`);
        return false;
      }
    }
  }
}
