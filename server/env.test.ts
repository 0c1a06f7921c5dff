import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { EnvError, loadEnv } from "./env.ts";
import { VARIABLE_NAMES } from "./env-variables.ts";

function problemsOf(source: Record<string, string>): string {
  try {
    loadEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return "";
}

describe("the settings", () => {
  it("need nothing to start on one machine", () => {
    const env = loadEnv({});
    expect(env).toMatchObject({ HOST: "127.0.0.1", PORT: 3000, PUBLIC_URL: "http://localhost:3000", hints: [] });
    expect(env.DATA_DIR).toMatch(/\/\.data$/);
    expect(env.MAIL_FROM).toBe("Lorekeep <no-reply@localhost>");
    const other = loadEnv({ PORT: "8080", SMTP_URL: "  " });
    expect([other.PUBLIC_URL, other.SMTP_URL]).toEqual(["http://localhost:8080", undefined]);
  });

  it("name everything that is wrong at once, with what to do, and never a value", () => {
    const canary = randomBytes(8).toString("hex");
    const problems = problemsOf({
      DATABASE_URL: `mysql://root:${canary}@db/x`,
      PORT: "99999",
      PUBLIC_URL: "lorekeep.acme.com",
      SMTP_URL: canary,
      MAIL_FROM: "nobody",
      TRUSTED_PROXIES: "everybody",
      LLM_DAILY_CAP_USD: "much",
      LOG_LEVEL: "loud",
      APP_KEYS: canary,
      APP_KEYS_FILE: "/keys",
      LLM_PROVIDER: "openai",
    });
    for (const sentence of [
      "DATABASE_URL: Give an address such as postgres://",
      "PORT: Give a whole number from 0 to 65535.",
      "PUBLIC_URL: Give an address such as https://lorekeep.acme.com.",
      "SMTP_URL: Give an address such as smtps://",
      "MAIL_FROM: Give a sender such as Lorekeep <lorekeep@acme.com>.",
      "TRUSTED_PROXIES: Give addresses or networks",
      "LLM_DAILY_CAP_USD: Give an amount in US dollars",
      "LOG_LEVEL: Write fatal, error",
      "APP_KEYS_FILE: Give either APP_KEYS or APP_KEYS_FILE, not both.",
      "LLM_MODEL: Name the model",
      "LLM_API_KEY: Give the key, because LLM_PROVIDER is openai.",
    ])
      expect(problems).toContain(sentence);
    expect(problems).not.toContain(canary);
  });

  it("of a language model belong together", () => {
    expect(problemsOf({ LLM_PROVIDER: "openai-compatible", LLM_MODEL: "m" })).toContain(
      "LLM_BASE_URL: Give the address",
    );
    expect(problemsOf({ LLM_API_KEY: "k" })).toContain("LLM_PROVIDER: Name the provider");
    expect(
      problemsOf({ LLM_PROVIDER: "openai-compatible", LLM_MODEL: "m", LLM_BASE_URL: "http://127.0.0.1:1/v1" }),
    ).toBe("");
  });

  it("of payment belong together, and live keys never go to a stand-in", () => {
    const keys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
    expect(problemsOf({ STRIPE_SECRET_KEY: "sk_test_1" })).toContain(
      "STRIPE_PUBLISHABLE_KEY: Give the publishable key",
    );
    expect(problemsOf({ STRIPE_WEBHOOK_SECRET: "whsec_1" })).toContain("STRIPE_SECRET_KEY: Give the secret key");
    expect(problemsOf({ ...keys, STRIPE_PUBLISHABLE_KEY: "pk_live_1" })).toContain("Give two of a kind.");
    expect(problemsOf({ ...keys, STRIPE_SECRET_KEY: "pk_test_1" })).toContain("sk_live_... or sk_test_...");
    expect(problemsOf({ ...keys, STRIPE_WEBHOOK_SECRET: "whsec_1 whsec_2" })).toContain("several comma apart");
    expect(problemsOf({ ...keys, STRIPE_SCRIPT_URL: "http://127.0.0.1:1/x.js" })).toContain(
      "STRIPE_API_URL: Give the address",
    );
    expect(
      problemsOf({
        STRIPE_SECRET_KEY: "sk_live_1",
        STRIPE_PUBLISHABLE_KEY: "pk_live_1",
        STRIPE_API_URL: "http://127.0.0.1:1",
      }),
    ).toContain("STRIPE_API_URL: Live keys go to Stripe itself.");
    expect(loadEnv(keys).hints).toEqual([expect.stringContaining("STRIPE_WEBHOOK_SECRET is not set")]);
    expect(loadEnv({ ...keys, STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2" }).hints).toEqual([]);
  });

  it("say what a misspelt name was meant to be, and warn of passwords sent over plain http", () => {
    expect(
      loadEnv({ LOREKEEP_PUBLIC_ULR: "x", LOREKEEP_PASSWORD: "x", PUBLIC_URL: "http://lorekeep.corp" }).hints,
    ).toEqual([
      "LOREKEEP_PUBLIC_ULR is not a setting. Did you mean PUBLIC_URL?",
      expect.stringContaining("PUBLIC_URL is plain http"),
    ]);
  });

  it("print their secrets as [secret]", () => {
    const secrets = {
      DATABASE_URL: "postgres://u:canary@db/x",
      SMTP_URL: "smtp://u:canary@mail",
      APP_KEYS: "canary",
      EGRESS_PROXY: "http://u:canary@proxy",
      LLM_PROVIDER: "openai",
      LLM_MODEL: "m",
      LLM_API_KEY: "canary",
      STRIPE_SECRET_KEY: "sk_test_canary",
      STRIPE_PUBLISHABLE_KEY: "pk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_canary",
    };
    const env = loadEnv(secrets);
    expect(inspect(env, { depth: 10, showHidden: true }) + JSON.stringify(env)).not.toContain("canary");
    expect(env.LLM_API_KEY?.reveal()).toBe("canary");
  });

  it("that are secret may be in files", () => {
    const folder = mkdtempSync(join(tmpdir(), "lorekeep-env-"));
    const file = join(folder, "secret");
    try {
      writeFileSync(file, "postgres://u:canary@db/x\n");
      expect(loadEnv({ DATABASE_URL_FILE: file }).DATABASE_URL?.reveal()).toBe("postgres://u:canary@db/x");
      const both = problemsOf({ DATABASE_URL_FILE: file, DATABASE_URL: "postgres://u:other@db/x" });
      expect(both).toContain("DATABASE_URL_FILE: Give either DATABASE_URL or DATABASE_URL_FILE, not both.");
      writeFileSync(file, "mysql://u:canary@db/x");
      const wrong = problemsOf({ DATABASE_URL_FILE: file, SMTP_URL_FILE: join(folder, "missing") });
      expect(wrong).toContain("DATABASE_URL: Give an address such as postgres://");
      expect(wrong).toContain("SMTP_URL_FILE: The file");
      expect(wrong).not.toContain("canary");
      writeFileSync(file, " \n");
      expect(problemsOf({ LLM_API_KEY_FILE: file })).toContain("is empty");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("are all explained in .env.example, and nothing else is", () => {
    const text = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
    const explained = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(new Set(explained)).toEqual(new Set(VARIABLE_NAMES));
  });

  it("take the values that .env.example shows", () => {
    const text = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
    const shown = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
    const { APP_KEYS_FILE: _other, ...rest } = Object.fromEntries(shown) as Record<string, string>;
    expect(problemsOf(rest)).toBe("");
  });
});
