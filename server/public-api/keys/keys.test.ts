import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiKey, NewKey } from "../../../shared/contract/api-keys.ts";
import { MOST_KEYS } from "../../../shared/domain/api-keys.ts";
import { apiKeys, securityEvents } from "../../db/schema.ts";
import { buildApiKey, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { isAddressInNetworks, parseNetwork } from "./addresses.ts";

let test: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  owner = await test.signIn();
});
afterAll(() => test.close());

const WANTED: NewKey = { name: "Wiki bot", scopes: ["articles"], audience: "everybody", addresses: [], days: 90 };
const make = (values: Partial<NewKey> = {}, by = owner) =>
  by.inject({ method: "POST", url: "/api/api-keys", payload: { ...WANTED, ...values } });
const list = async (): Promise<ApiKey[]> => (await owner.inject({ url: "/api/api-keys" })).json();

describe("a key of the API", () => {
  it("is shown once, in the answer that makes it; later only its first and last characters are", async () => {
    const { key } = (await make({ addresses: ["203.0.113.0/24"] })).json();
    expect(key).toMatch(/^lk_[\w-]{43}$/);
    const [shown] = await list();
    expect(shown).toMatchObject({
      name: "Wiki bot",
      prefix: key.slice(0, 11),
      last4: key.slice(-4),
      createdBy: "Ada Lovelace",
      addresses: ["203.0.113.0/24"],
      isExpired: false,
      lastUsedAt: null,
    });
    expect(JSON.stringify(await test.db.select().from(apiKeys))).not.toContain(key);
    expect((await owner.inject({ url: "/api/logs" })).body).toContain(
      "The API key ‘Wiki bot’ was created. By Ada Lovelace.",
    );
  });

  it("is made and revoked with a line in the record of security", async () => {
    const { id } = (await make()).json();
    expect((await owner.inject({ method: "DELETE", url: `/api/api-keys/${id}` })).statusCode).toBe(200);
    expect(await list()).toEqual([]);
    const kinds = async () =>
      (await test.db.select().from(securityEvents))
        .filter(({ workspace }) => workspace === owner.viewer.workspaceId)
        .map(({ kind }) => kind);
    await expect.poll(kinds).toEqual(["api-key-made", "api-key-revoked"]);
    expect((await owner.inject({ method: "DELETE", url: `/api/api-keys/${id}` })).statusCode).toBe(404);
  });

  it.each([
    ["a name of blanks", { name: "  " }, "Required"],
    ["no scope", { scopes: [] }, "Choose at least one."],
    ["an address that is none", { addresses: ["example.com"] }, "‘example.com’ is not an address"],
    ["a lifetime of years", { days: 4000 }, "days"],
  ] as const)("with %s is not made", async (_, values, sentence) => {
    const answer = await make(values as Partial<NewKey>);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(sentence);
    expect(await list()).toEqual([]);
  });

  it(`is not made beside ${MOST_KEYS} others`, async () => {
    const { workspaceId, userId: createdBy } = owner.viewer;
    for (let n = 0; n < MOST_KEYS; n++) await buildApiKey(test.db, { workspaceId, createdBy });
    expect((await make()).json().message).toContain(`There are ${MOST_KEYS} keys already.`);
  });

  it("ends when its maker loses the right to make keys", async () => {
    const { workspaceId } = owner.viewer;
    const admin = await buildUser(test.db, { workspaceId, membership: "admin" });
    await make({}, await test.signIn(admin));
    const payload = { membership: "editor" };
    const answer = await owner.inject({ method: "PATCH", url: `/api/people/${admin.id}`, payload });
    expect(answer.statusCode).toBe(200);
    expect(await list()).toEqual([]);
    expect((await owner.inject({ url: "/api/logs" })).body).toContain("The API key ‘Wiki bot’ ended with the access");
  });
});

describe("where a key may be used", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.0/24 ", "203.0.113.0/24"],
    ["2001:db8::/32", "2001:db8::/32"],
    ["1", null],
    ["203.0.113.0/33", null],
    ["203.0.113.0/24/1", null],
    ["", null],
  ])("'%s' is %s", (written, network) => expect(parseNetwork(written)).toBe(network));

  it.each([
    ["203.0.113.9", true],
    ["::ffff:203.0.113.9", true],
    ["203.0.114.9", false],
    ["2001:db8::1", true],
    ["2001:db9::1", false],
    ["", false],
  ])("%s: %s", (ip, isIn) => expect(isAddressInNetworks(ip, ["203.0.113.0/24", "2001:db8::/32"])).toBe(isIn));
});
