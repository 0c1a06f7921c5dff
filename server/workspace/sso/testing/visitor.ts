import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { createSafeFetch } from "../../../../connectors/safe-fetch.ts";

/** A browser without a window, with separate cookies for product and provider. */
export class SignOnBrowser {
  readonly cookies: Record<string, string> = {};
  private readonly app: FastifyInstance;
  private readonly atProvider = new Map<string, string>();

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  /** Opens a URL of the product. */
  async open(address: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(address, "http://localhost:3000");
    const answer = await this.app.inject({ url: pathname + search, cookies: this.cookies, headers });
    for (const { name, value } of answer.cookies) {
      if (value === "") delete this.cookies[name];
      else this.cookies[name] = value;
    }
    return answer;
  }

  /**
   * Follows the provider's pages from this URL, entering `login` if asked, until the provider redirects back. Returns the URL
   * of that redirect.
   */
  async signInAt(provider: string, login: string): Promise<string> {
    const fetch = createSafeFetch({ allow: [new URL(provider).host] });
    let at = provider;
    let form: URLSearchParams | undefined;
    for (let steps = 0; steps < 10; steps += 1) {
      const answer = await this.ask(fetch, at, form);
      const location = answer.headers.get("location");
      if (!location && !answer.ok) throw new Error(`The provider refuses: ${answer.status} ${await answer.text()}`);
      form = location ? undefined : new URLSearchParams({ login });
      if (location) at = new URL(location, at).href;
      if (new URL(at).origin !== new URL(provider).origin) return at;
    }
    throw new Error("The provider never came to an end.");
  }

  /** Signs in from the product's sign-in page on. Returns the answer of the product's callback. */
  async signIn(login: string, path = "/api/login"): Promise<LightMyRequestResponse> {
    const there = (await this.open(path)).headers.location ?? "";
    return this.open(await this.signInAt(there, login));
  }

  private async ask(fetch: typeof globalThis.fetch, address: string, form?: URLSearchParams): Promise<Response> {
    const answer = await fetch(address, {
      method: form ? "POST" : "GET",
      headers: { cookie: [...this.atProvider].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.atProvider.delete(name);
      else this.atProvider.set(name, value);
    }
    return answer;
  }
}
