import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ConfluenceStandIn,
  type ConfluenceStandInOptions,
  startConfluenceStandIn,
} from "../../tools/stand-ins/confluence/server.ts";
import { CredentialsRejected } from "../errors.ts";
import { buildContent } from "../testing/page-samples.ts";
import { confluenceManifest } from "./manifest.ts";
import { createConfluenceTarget } from "./target.ts";

/** The scopes that the setup guide lists. */
const SCOPES = [
  "read:content-details:confluence",
  "read:space:confluence",
  "read:page:confluence",
  "write:page:confluence",
  "delete:page:confluence",
  "read:label:confluence",
  "write:label:confluence",
];
/** Service accounts only have scoped tokens. */
const SERVICE_ACCOUNT = {
  email: "docs-bot-7f3k@serviceaccount.atlassian.com",
  token: "ATSTT-scoped",
  name: "Docs Bot",
};

describe("a Confluence token with scopes", () => {
  let standIn: ConfluenceStandIn;
  const start = async (scopes: readonly string[] = SCOPES, more: Partial<ConfluenceStandInOptions> = {}) => {
    await standIn?.close();
    standIn = await startConfluenceStandIn({
      accounts: [
        { ...SERVICE_ACCOUNT, scopes },
        { email: "bot@acme.example", token: "confluence-token", name: "Classic" },
      ],
      ...more,
    });
  };
  beforeEach(() => start());
  afterEach(() => standIn.close());

  const target = () => createConfluenceTarget({ fetch, gatewayUrl: standIn.gatewayUrl });
  const config = (overrides = {}) => ({
    baseUrl: standIn.url,
    spaceId: "DOC",
    apiKey: `${SERVICE_ACCOUNT.email}:${SERVICE_ACCOUNT.token}`,
    ...overrides,
  });
  const origin = () => `${standIn.gatewayUrl}/${standIn.cloudId}`;
  const without = (...gone: string[]) => SCOPES.filter((scope) => !gone.includes(scope));

  it("entered with the site's address works through Atlassian's gateway", async () => {
    expect(await target().check(config())).toEqual({
      account: "Docs Bot",
      place: "Space Documentation (DOC)",
      warnings: [],
      origin: origin(),
    });
  });

  it("entered with the gateway's address works, and needs no look-up", async () => {
    const found = await target().check(config({ baseUrl: `${origin()}/` }));
    expect(found).toMatchObject({ account: "Docs Bot", warnings: [] });
    expect(found.origin).toBeUndefined();
    expect(standIn.calls.some(({ path }) => path.startsWith("/_edge"))).toBe(false);
  });

  it("publishes, changes, finds and removes a page through the gateway; links lead to the site", async () => {
    const reached = config({ origin: origin() });
    const content = buildContent();
    const blocks = target().render(content);
    const page = await target().publish(reached, { title: content.title, blocks, labels: ["how-to"] });
    expect(page.url).toMatch(`${standIn.url}/wiki/spaces/DOC/pages/${page.externalId}/`);
    const change = { title: "Renamed", blocks, labels: [], expectedVersion: page.version, note: "" };
    await target().update(reached, page.externalId, change);
    const found = await target().find(reached, { marker: content.marker, title: "Renamed", createdAfter: new Date() });
    expect(found.map(({ url }) => url)).toEqual([expect.stringContaining(`${standIn.url}/wiki/spaces/DOC/`)]);
    await target().archive(reached, page.externalId);
    expect((await target().restore(reached, page.externalId))?.state).toBe("current");
    expect(standIn.pages()).toMatchObject([{ title: "Renamed", labels: ["how-to"] }]);
    expect(standIn.calls.every(({ path, status }) => path.startsWith("/ex/confluence/") && status !== 401)).toBe(true);
  });

  it("creates and removes nothing while its scopes are checked", async () => {
    await target().check(config());
    expect(standIn.pages()).toEqual([]);
    const tried = standIn.calls.filter(({ method, path }) => method !== "GET" && path.startsWith("/ex/"));
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it.each(SCOPES.filter((scope) => !scope.includes(":label:")))(
    "that lacks the scope %s gets a message with that scope",
    async (scope) => {
      await start(without(scope));
      await expect(target().check(config())).rejects.toMatchObject({ code: "missing-permission", scope });
      await expect(target().check(config())).rejects.toThrow(`lacks the scope ${scope}`);
    },
  );

  it("that lacks several scopes names each of them at once", async () => {
    await start(["read:space:confluence", "read:page:confluence"]);
    await expect(target().check(config())).rejects.toThrow(
      "The API token lacks the scopes read:content-details:confluence (to see whose token it is), " +
        "write:page:confluence (to add and change pages), delete:page:confluence (to remove pages), " +
        "read:label:confluence and write:label:confluence (to label pages).",
    );
  });

  it("that may not label pages publishes without labels, and gets a message about it", async () => {
    await start(without("read:label:confluence", "write:label:confluence"));
    const { warnings } = await target().check(config());
    expect(warnings).toEqual([
      "Pages get no labels: the API token lacks the scopes read:label:confluence and write:label:confluence.",
    ]);
    const { title, blocks } = { title: "Unlabelled", blocks: target().render(buildContent()) };
    await target().publish(config({ origin: origin() }), { title, blocks, labels: ["how-to"] });
    expect(standIn.pages()).toMatchObject([{ title: "Unlabelled", labels: [] }]);
  });

  it("that loses a scope later gets a message with that scope at the next call", async () => {
    await start(without("write:page:confluence"));
    const published = target().publish(config({ origin: origin() }), { title: "A", blocks: [], labels: [] });
    await expect(published).rejects.toThrow("The API token lacks the scope write:page:confluence.");
  });

  it("is also tried at the gateway if a public site treats it as a visitor", async () => {
    await start(SCOPES, { isPublicSite: true, spaces: [{ key: "DOC", name: "Documentation", isPublic: true }] });
    expect(await target().check(config())).toMatchObject({
      origin: origin(),
      warnings: ["Anyone on the internet can read the space Documentation."],
    });
    expect((await target().check(config({ baseUrl: origin() }))).warnings).toEqual([
      "Anyone on the internet can read the space Documentation.",
    ]);
  });

  it("that is wrong at both addresses is refused in one sentence", async () => {
    await expect(target().check(config({ apiKey: "bot@acme.example:wrong" }))).rejects.toThrow(
      new CredentialsRejected("Wrong e-mail address or API token for Confluence."),
    );
  });

  it("gets a message that the gateway cannot be reached, if a firewall permits only the site", async () => {
    const gone = createConfluenceTarget({ fetch, gatewayUrl: "http://127.0.0.1:1/ex/confluence" });
    await expect(gone.check(config())).rejects.toThrow(
      "Confluence does not accept this e-mail address and API token. A token with scopes works through Atlassian's gateway only, which could not be reached.",
    );
  });

  it("is never sent to a gateway that a site outside of Atlassian's cloud names", async () => {
    standIn.fail({
      match: "/_edge/tenant_info",
      kind: { status: 200, body: { cloudId: "../../elsewhere?" } },
      times: 9,
    });
    await expect(target().check(config())).rejects.toThrow("does not accept this e-mail address and API token.");
    expect(standIn.calls.some(({ path }) => path.startsWith("/ex/"))).toBe(false);
  });

  it("does not affect a token without scopes, which the site itself accepts", async () => {
    const found = await target().check(config({ apiKey: "bot@acme.example:confluence-token" }));
    expect([found.account, found.origin]).toEqual(["Classic", undefined]);
    expect(standIn.calls.some(({ path }) => path.startsWith("/ex/") || path.startsWith("/_edge"))).toBe(false);
  });

  it("needs only scopes that the setup guide lists", () => {
    const guide = confluenceManifest.setupGuide.map(({ text }) => text).join(" ");
    const comments = ["read", "write", "delete"].map((what) => `${what}:comment:confluence`);
    expect([...SCOPES, ...comments].filter((scope) => !guide.includes(scope))).toEqual([]);
  });
});
