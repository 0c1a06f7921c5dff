import type { AddressInfo } from "node:net";
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { LightMyRequestResponse } from "fastify";
import type { SignedIn, TestApp } from "../../../testing/test-app.ts";

export const CALLBACK = "http://127.0.0.1:4711/callback";

/** Creates a `fetch` that reaches the test's server under its public URL. */
export function createTestFetch({ app, deps }: TestApp): typeof globalThis.fetch {
  const real = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return fetch(url.replace(deps.env.PUBLIC_URL, real), { ...init, redirect: "manual" });
  };
}

/**
 * A coding agent with the official client. Keeps the client's stored state, and the URL that the agent would open in a
 * browser.
 */
export class Agent implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: "Coding agent", redirect_uris: [CALLBACK] };
  readonly clientMetadataUrl?: string;
  information: StoredOAuthClientInformation | undefined;
  kept: StoredOAuthTokens | undefined;
  discovered: OAuthDiscoveryState | undefined;
  opened: URL | undefined;
  verifier = "";
  #client: Client | undefined;
  readonly #test: TestApp;

  constructor(test: TestApp, clientMetadataUrl?: string) {
    this.#test = test;
    if (clientMetadataUrl) this.clientMetadataUrl = clientMetadataUrl;
  }

  clientInformation = () => this.information;
  saveClientInformation(information: StoredOAuthClientInformation): void {
    this.information = information;
  }
  tokens = () => this.kept;
  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens;
  }
  invalidateCredentials(): void {
    this.kept = undefined;
  }
  discoveryState = () => this.discovered;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }
  redirectToAuthorization(url: URL): void {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;

  transport(): StreamableHTTPClientTransport {
    const url = new URL(`${this.#test.deps.env.PUBLIC_URL}/mcp`);
    return new StreamableHTTPClientTransport(url, { authProvider: this, fetch: createTestFetch(this.#test) });
  }

  /** Returns the client, or null if it opened a browser. */
  async connect(): Promise<Client | null> {
    await this.close();
    this.#client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    try {
      await this.#client.connect(this.transport());
      return this.#client;
    } catch (error) {
      if (error instanceof UnauthorizedError) return null;
      throw error;
    }
  }

  /** Completes the whole flow: registration, this person's browser, consent, tokens and connection. */
  async connectAs(person: SignedIn): Promise<Client> {
    if (await this.connect()) throw new Error("It was connected before.");
    const back = await answerConsent(this.#test, person, this.opened);
    await this.transport().finishAuth(back.searchParams);
    const client = await this.connect();
    if (!client) throw new Error("It was asked to sign in again.");
    return client;
  }

  async close(): Promise<void> {
    await this.#client?.close();
    this.#client = undefined;
  }
}

/** A browser in which this person is signed in. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #test: TestApp;
  constructor(test: TestApp, person?: SignedIn) {
    this.#test = test;
    if (person) this.#keep(person.cookie);
  }

  #keep(cookie: string): void {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }

  async open(url: string | URL, form?: Record<string, string>): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(url, this.#test.deps.env.PUBLIC_URL);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#test.app.inject({
      url: pathname + search,
      headers: { cookie, ...(form && { "content-type": "application/x-www-form-urlencoded" }) },
      ...(form && { method: "POST" as const, payload: new URLSearchParams(form).toString() }),
    });
    for (const cookie of [answer.headers["set-cookie"] ?? []].flat()) this.#keep(cookie);
    return answer;
  }
}

/** Returns the consent page, and the values that its form sends back. */
export async function readConsentPage(browser: Browser, opened: URL | undefined) {
  const sent = await browser.open(opened ?? "");
  const place = String(sent.headers.location);
  const page = await browser.open(place);
  const proof = /name="proof" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  return { place, page, proof };
}

/** Chooses 'Allow' and returns the URL at which the browser ends. */
export async function answerConsent(
  test: TestApp,
  person: SignedIn,
  opened: URL | undefined,
  answer = "allow",
): Promise<URL> {
  const browser = new Browser(test, person);
  const { place, proof } = await readConsentPage(browser, opened);
  const decided = await browser.open(place, { proof, answer });
  const back = await browser.open(String(decided.headers.location));
  return new URL(String(back.headers.location));
}
