import { createServer } from "node:net";
import pg from "pg";
import { expect, it } from "vitest";
import { loadEnv } from "./env.ts";
import { explainStartFailure } from "./start-failure.ts";

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it("A start that fails says what to do about it, and never what a driver said", async () => {
  const env = loadEnv({ HOST: "203.0.113.7", PORT: "3000" });
  const listening = new Promise((_, reject) => createServer().on("error", reject).listen(3000, env.HOST));
  expect(await explainStartFailure(await failureOf(listening), env)).toBe(
    "203.0.113.7 is no address of this machine (EADDRNOTAVAIL). Set HOST to 127.0.0.1, or to 0.0.0.0 for every network.",
  );

  const connecting = new pg.Client("postgres://lorekeep:secret@127.0.0.1:1/lorekeep").connect();
  expect(await explainStartFailure(await failureOf(connecting), env)).toBe(
    "The database cannot be reached (ECONNREFUSED). Check that it runs and that DATABASE_URL is right.",
  );

  const elsewhere = Object.assign(new Error("getaddrinfo ENOTFOUND db.acme.test"), {
    code: "ENOTFOUND",
    syscall: "getaddrinfo",
    hostname: "db.acme.test",
  });
  expect(await explainStartFailure(elsewhere, env)).toBe(
    "The database cannot be reached (ENOTFOUND). Check that it runs and that DATABASE_URL is right.",
  );

  const refused = Object.assign(new pg.DatabaseError("password authentication failed for user x", 1, "error"), {
    code: "28P01",
  });
  expect(await explainStartFailure(refused, env)).toBe(
    "The database refuses the user or the password of DATABASE_URL.",
  );
  const fullDisk = [
    Object.assign(new Error("ENOSPC: no space left on device, copyfile 'a' -> 'b'"), {
      code: "ENOSPC",
      syscall: "copyfile",
    }),
    Object.assign(new pg.DatabaseError("could not extend file", 1, "error"), { code: "53100" }),
  ];
  for (const error of fullDisk) expect(await explainStartFailure(error, env)).toMatch(/^The disk is full: .*Make room/);
  expect(await explainStartFailure(new Error("A sentence of our own."), env)).toBe("A sentence of our own.");
});
