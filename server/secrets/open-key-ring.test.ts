import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../db/new-id.ts";
import { type Database, openDatabase } from "../db/workspace-scope.ts";
import { buildChatIntegration, buildIntegration, buildWorkspace } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { locateApiKey, locateChatSecret } from "./key-ring.ts";
import { openKeyRing } from "./open-key-ring.ts";

let database: TestDatabase;
let db: Database;
let dataDir: string;
let keyFile: string;
let integration: { id: string; workspaceId: string };
let chat: string;

const start = (accept = false) =>
  openKeyRing(db, { env: { APP_KEYS: undefined, APP_KEYS_FILE: undefined, ACCEPT_LOST_SECRETS: accept }, dataDir });
const keysOf = (name: string) =>
  `${name}:${randomBytes(32).toString("base64")}\nhmac:${randomBytes(32).toString("base64")}\n`;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.pool);
});
afterAll(() => database.drop());

/** Creates an installation with one knowledge integration and one chat integration whose credentials are encrypted. */
beforeEach(async () => {
  // Deletes rows instead of truncating tables, because the audit log refuses truncation.
  await db.execute(sql`delete from workspaces`);
  await db.execute(sql`delete from key_checks`);
  dataDir = mkdtempSync(join(tmpdir(), "lorekeep-keys-"));
  keyFile = join(dataDir, "app-keys");
  const keys = await start();
  const { id: workspaceId } = await buildWorkspace(db);
  const id = newId();
  chat = newId();
  const apiKeySealed = keys.seal("secret", locateApiKey(workspaceId, id));
  await buildIntegration(db, { workspaceId, id, apiKeySealed });
  const sealed = keys.seal("xoxb", locateChatSecret(workspaceId, chat, "botToken"));
  await buildChatIntegration(db, { workspaceId, id: chat, secrets: { botToken: { sealed, last4: "" } } });
  integration = { id, workspaceId };
  return () => rmSync(dataDir, { recursive: true });
});

async function readApiKey(): Promise<string> {
  const { rows } = await db.execute<{ sealed: string }>(
    sql`select api_key_sealed as sealed from knowledge_integrations where id = ${integration.id}`,
  );
  return (await start()).open(rows[0]?.sealed ?? "", locateApiKey(integration.workspaceId, integration.id));
}

describe("A start", () => {
  it("a start without the key file says what to do and creates no key while encrypted credentials exist", async () => {
    const kept = readFileSync(keyFile);
    rmSync(keyFile);
    const refusal = expect(start()).rejects;
    await refusal.toThrow(`The key file ${keyFile} is missing, and 2 stored credentials were sealed with the key`);
    await expect(start()).rejects.toThrow(/Put the file back .* ACCEPT_LOST_SECRETS=yes/);
    expect(existsSync(keyFile)).toBe(false);
    writeFileSync(keyFile, kept);
    expect(await readApiKey()).toBe("secret");
  });

  it("a start with another key file, even with the same names, says that the file belongs to another database", async () => {
    const kept = readFileSync(keyFile);
    for (const name of ["k1", "k7"]) {
      writeFileSync(keyFile, keysOf(name));
      await expect(start()).rejects.toThrow(`The keys of ${keyFile} are not those of this database`);
    }
    writeFileSync(keyFile, Buffer.concat([Buffer.from(keysOf("k2").split("\n")[0] ?? ""), Buffer.from("\n"), kept]));
    expect(await readApiKey()).toBe("secret");
  });

  it("a start with another key file notices it also for credentials of an earlier release, which name no hash", async () => {
    await db.execute(sql`
      update knowledge_integrations set api_key_sealed = regexp_replace(api_key_sealed, '^v1\.[0-9a-f]+', 'v1.k1')`);
    expect(await readApiKey()).toBe("secret");
    writeFileSync(keyFile, keysOf("k1"));
    await expect(start()).rejects.toThrow(/sealed with the key .*\bk1\b/);
  });

  it("a start that accepts the loss erases what cannot be decrypted, once, and the integrations ask for it again", async () => {
    rmSync(keyFile);
    await start(true);
    const { rows } = await db.execute(sql`
      select api_key_sealed as sealed, trouble from knowledge_integrations
      union all select secrets::text, trouble from chat_integrations`);
    const trouble = "Its stored credentials cannot be read any more. Enter them again.";
    expect(rows).toEqual([
      { sealed: "", trouble },
      { sealed: "{}", trouble },
    ]);
    await start();
  });

  it("a start creates a key if nothing was encrypted, whatever key existed before", async () => {
    await db.execute(sql`delete from workspaces`);
    rmSync(keyFile);
    const fresh = await start();
    const { rows } = await db.execute(sql`select kid from key_checks`);
    expect(rows).toEqual([{ kid: fresh.currentKid }]);
  });

  it("a start refuses a check value that its key does not decrypt", async () => {
    await db.execute(sql`update key_checks set sealed = overlay(sealed placing 'AAAA' from length(sealed) - 5)`);
    await expect(start()).rejects.toThrow(/The check value of the key [0-9a-f]{16} was changed/);
  });

  it("a start checks every column that holds encrypted values", async () => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ 'sealed|^secrets$' order by 1`);
    // Add a new column to `sealed-value-queries.ts`, `rekey.ts`, `eraseLostSecrets` and this test.
    expect(rows.map(({ name }) => name)).toEqual([
      "chat_integrations.secrets",
      "key_checks.sealed",
      "knowledge_integrations.api_key_sealed",
      "model_settings.key_sealed",
      "platform_grants.tokens_sealed",
      "private_questions.sealed",
      "provider_sessions.id_token_sealed",
      "second_factors.secret_sealed",
      "sign_on_providers.secret_sealed",
      "webhooks.secrets_sealed",
      "wiki_readings.events_sealed",
    ]);
  });
});
