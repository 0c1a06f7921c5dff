import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../db/new-id.ts";
import { providerSessions, signOnProviders } from "../db/schema.ts";
import { type Database, openDatabase } from "../db/workspace-scope.ts";
import {
  buildChatIntegration,
  buildIntegration,
  buildSession,
  buildWebhook,
  buildWorkspace,
} from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { loadKeyRing } from "./key-file.ts";
import {
  CannotDecrypt,
  createKeyRing,
  locateApiKey,
  locateChatSecret,
  locateClientSecret,
  locateIdToken,
  locateWebhookSecret,
} from "./key-ring.ts";
import { isMasked, maskSecret } from "./mask.ts";
import { rekeySecrets } from "./rekey.ts";
import { Secret } from "./secret.ts";

const key = (kid: string) => `${kid}:${randomBytes(32).toString("base64")}`;
const [older, newer] = [key("k1"), key("k2")];
const ring = createKeyRing(older);
const here = { workspaceId: "w1", table: "knowledge_integrations", rowId: "r1", field: "apiKey" };

describe("a sealed secret", () => {
  const sealed = ring.seal("me@acme.com:töken", here);

  it("an encrypted secret can be decrypted only for its own row and reveals nothing", () => {
    expect(sealed).toMatch(/^v1\.[0-9a-f]{16}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
    expect(ring.open(sealed, here)).toBe("me@acme.com:töken");
    expect(ring.seal("me@acme.com:töken", here)).not.toBe(sealed);
  });

  it.each(["workspaceId", "table", "rowId", "field"])("does not open when copied to another %s", (part) => {
    expect(() => ring.open(sealed, { ...here, [part]: "other" })).toThrow(CannotDecrypt);
  });

  it("a secret with one changed bit cannot be decrypted", () => {
    const [version, kid, ...parts] = sealed.split(".");
    for (const [index, part] of parts.entries()) {
      const bytes = Buffer.from(part, "base64url");
      for (let bit = 0; bit < bytes.length * 8; bit += 7) {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const changed = parts.with(index, flipped.toString("base64url"));
        expect(() => ring.open([version, kid, ...changed].join("."), here)).toThrow(CannotDecrypt);
      }
    }
  });

  it("a secret with a shortened tag cannot be decrypted", () => {
    const [version, kid, iv, tag = "", body] = sealed.split(".");
    const short = Buffer.from(tag, "base64url").subarray(0, 4).toString("base64url");
    expect(() => ring.open([version, kid, iv, short, body].join("."), here)).toThrow(CannotDecrypt);
  });

  it("a secret cannot be decrypted with another key, even one of the same name, because a hash identifies the key", () => {
    expect(() => createKeyRing(newer).open(sealed, here)).toThrow("which is not among APP_KEYS");
    expect(() => createKeyRing(key("k1")).open(sealed, here)).toThrow("which is not among APP_KEYS");
    expect(createKeyRing(older.replace("k1", "renamed")).open(sealed, here)).toBe("me@acme.com:töken");
  });
  it("a secret of an earlier release, stored under the label of the key file, can be decrypted and is renamed with the next rekey", () => {
    const asBefore = sealed.replace(ring.currentKid, "k1");
    expect(ring.open(asBefore, here)).toBe("me@acme.com:töken");
    expect(ring.needsRekey(asBefore)).toBe(true);
    expect(() => createKeyRing(key("k1")).open(asBefore, here)).toThrow(CannotDecrypt);
  });

  it.each(["", "plain", "v2.k1.a.b.c", "v1.k1.a.b", "v1..a.b.c"])("is not mistaken for %j", (text) => {
    expect(() => ring.open(text, here)).toThrow(CannotDecrypt);
  });
});

describe("the keys", () => {
  it("keys are created once in the data folder, readable only by their owner", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "lorekeep-keys-"));
    const env = { APP_KEYS: undefined, APP_KEYS_FILE: undefined };
    const first = loadKeyRing({ env, dataDir });
    const second = loadKeyRing({ env, dataDir });
    expect(second.open(first.seal("x", here), here)).toBe("x");
    expect(second.hmac("x", "marker")).toBe(first.hmac("x", "marker"));
    expect(readdirSync(dataDir)).toEqual(["app-keys"]);
    expect(statSync(join(dataDir, "app-keys")).mode & 0o777).toBe(0o600);
    rmSync(dataDir, { recursive: true });
  });

  it("keys in APP_KEYS take precedence over the data folder", () => {
    const env = { APP_KEYS: new Secret(newer), APP_KEYS_FILE: undefined };
    expect(loadKeyRing({ env, dataDir: "/nowhere" }).currentKid).toBe(createKeyRing(newer).currentKid);
  });

  it("keys of a wrong form are named by their position, never by their value", () => {
    expect(() => createKeyRing(`${older},k9:c2hvcnQ=`)).toThrow(/^Entry 2 of APP_KEYS is not name:base64 of 32 bytes/);
    expect(() => createKeyRing(`${older},${older}`)).toThrow("same name");
    expect(() => createKeyRing(" ")).toThrow("holds no key");
  });

  it("a key is added in front: old secrets stay readable, new secrets use the new key, markers stay the same", () => {
    const rotated = createKeyRing(`${newer}\n${older}`);
    const sealed = ring.seal("x", here);
    expect(rotated.open(sealed, here)).toBe("x");
    expect(rotated.needsRekey(sealed)).toBe(true);
    expect(rotated.needsRekey(rotated.seal("x", here))).toBe(false);
    expect(rotated.hmac("publication", "marker")).toBe(ring.hmac("publication", "marker"));
    expect(rotated.hmac("publication", "marker")).not.toBe(ring.hmac("publication", "other purpose"));
    const hmac = key("hmac");
    expect(createKeyRing(`${newer},${hmac}`).hmac("p", "m")).toBe(createKeyRing(`${older},${hmac}`).hmac("p", "m"));
  });
});

describe("stored secrets", () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.pool);
  });
  afterAll(() => database.drop());

  it("all stored secrets are encrypted again, and a change made meanwhile is kept", async () => {
    const { id: workspaceId } = await buildWorkspace(db);
    const [one, two, chat] = [newId(), newId(), newId()];
    for (const id of [one, two]) {
      const apiKeySealed = ring.seal(`secret of ${id}`, locateApiKey(workspaceId, id));
      await buildIntegration(db, { workspaceId, id, apiKeySealed });
    }
    const sealed = (field: string) => ({
      sealed: ring.seal(field, locateChatSecret(workspaceId, chat, field)),
      last4: "",
    });
    const secrets = { botToken: sealed("botToken"), signingSecret: sealed("signingSecret") };
    await buildChatIntegration(db, { workspaceId, id: chat, secrets });
    const { tokenHash } = await buildSession(db, { workspaceId });
    const idTokenSealed = ring.seal("id token", locateIdToken(workspaceId, tokenHash));
    await db.insert(providerSessions).values({ workspaceId, tokenHash, idTokenSealed });

    const hook = newId();
    const secretsSealed = ring.seal("whsec_new whsec_old", locateWebhookSecret(workspaceId, hook));
    await buildWebhook(db, { workspaceId, id: hook, secretsSealed });

    const provider = newId();
    const secretSealed = ring.seal("client secret", locateClientSecret(workspaceId, provider));
    const client = { state: "active", issuer: "https://id.acme.test", clientId: "c", scopes: "openid" } as const;
    await db.insert(signOnProviders).values({ workspaceId, id: provider, secretSealed, ...client });

    const rotated = createKeyRing(`${newer},${older}`);
    expect(await rekeySecrets(db, rotated)).toEqual({ changed: 7, total: 7 });
    expect(await rekeySecrets(db, rotated)).toEqual({ changed: 0, total: 7 });

    const onlyNew = createKeyRing(newer);
    const { rows } = await db.execute<{ id: string; sealed: string }>(
      sql`select id, api_key_sealed as sealed from knowledge_integrations where workspace_id = ${workspaceId}`,
    );
    for (const row of rows)
      expect(onlyNew.open(row.sealed, locateApiKey(workspaceId, row.id))).toBe(`secret of ${row.id}`);
    expect(rows).toHaveLength(2);
    const [session] = await db.select().from(providerSessions);
    expect(onlyNew.open(session?.idTokenSealed ?? "", locateIdToken(workspaceId, tokenHash))).toBe("id token");
  });
});

describe("a secret in the program", () => {
  it("a secret prints as [secret] however it is printed", () => {
    const secret = new Secret("xoxb-canary");
    const shown = [secret.toString(), JSON.stringify({ secret }), inspect({ secret }, { showHidden: true, depth: 5 })];
    for (const text of shown) expect(text).not.toContain("canary");
    expect(shown[0]).toBe("[secret]");
    expect(secret.reveal()).toBe("xoxb-canary");
  });

  it("people see a secret by its last four characters", () => {
    expect(maskSecret("1234")).toBe("••••1234");
    expect(maskSecret("")).toBe("");
    expect([isMasked("••••1234"), isMasked("1234")]).toEqual([true, false]);
  });
});
