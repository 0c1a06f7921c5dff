import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 60_000;
const ONE_CALL_MS = 10_000;

/** A person whose servers are being killed. Each request tries one server after another. */
export class RetryingVisitor {
  readonly #addresses: string[];
  #cookie = "";
  #turn = 0;

  constructor(addresses: string[]) {
    this.#addresses = addresses;
  }

  async signIn(email: string, password: string): Promise<void> {
    const body = new URLSearchParams({ email, password }).toString();
    const answer = await this.#ask("POST", "/api/login", body, "application/x-www-form-urlencoded");
    this.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
    if (!this.#cookie) throw new Error(`Signing in failed (${answer.status}).`);
  }

  /** The session's cookie. */
  get cookie(): string {
    return this.#cookie;
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.#ask(method, path, body === undefined ? undefined : JSON.stringify(body));
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The address to which a page leads on. */
  async follow(path: string): Promise<string> {
    return (await this.#ask("GET", path)).headers.get("location") ?? "";
  }

  /** Sends the request once and does not wait for the answer. */
  poke(method: string, path: string, body?: unknown): void {
    this.#once(method, path, body === undefined ? undefined : JSON.stringify(body)).catch(() => undefined);
  }

  /** Sends the request once. Returns true if the request succeeded. */
  async tryCall(method: string, path: string, body: unknown): Promise<boolean> {
    const answer = await this.#once(method, path, JSON.stringify(body)).catch(() => null);
    return answer?.ok === true;
  }

  async #ask(method: string, path: string, body?: string, type?: string): Promise<Response> {
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      try {
        const answer = await this.#once(method, path, body, type);
        if (answer.status < 500 || Date.now() > deadline) return answer;
      } catch (error) {
        if (Date.now() > deadline) throw new Error(`Nobody answered ${method} ${path}.`, { cause: error });
      }
      await sleep(200);
    }
  }

  #once(method: string, path: string, body?: string, type = "application/json"): Promise<Response> {
    this.#turn += 1;
    const address = this.#addresses[this.#turn % this.#addresses.length] ?? "";
    return fetch(address + path, {
      method,
      redirect: "manual",
      headers: { cookie: this.#cookie, ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(ONE_CALL_MS),
    });
  }
}
