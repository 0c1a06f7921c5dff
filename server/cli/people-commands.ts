import { randomBytes } from "node:crypto";
import { normaliseEmail } from "../../shared/domain/people.ts";
import { createAccount, createResetLink, restoreAccount, turnOffSecondFactor } from "../workspace/index.ts";
import type { CommonOptions } from "./commands.ts";
import { printLine, withDeps } from "./open.ts";

export async function createUser(
  options: CommonOptions & { email: string; firstName: string; lastName: string; company: string },
): Promise<void> {
  const password = process.env["LOREKEEP_PASSWORD"] ?? randomBytes(12).toString("base64url");
  await withDeps(options.dataDir, async ({ deps }) => {
    await createAccount(deps, { ...options, password, verified: true });
    printLine(`${options.email} may sign in.`);
    if (!process.env["LOREKEEP_PASSWORD"]) process.stdout.write(`Password: ${password}\n`);
  });
}

/** Undoes the deletion of an account, until its purge. */
export async function restoreUser(options: CommonOptions & { email: string }): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    await restoreAccount(deps, normaliseEmail(options.email));
    printLine(`${options.email} may sign in again. The tokens of the platforms were erased: enter them again.`);
  });
}

/** Prints a link for a new password, for a person whom no mail reaches. The operator has to verify the person's identity. */
export async function resetPassword(options: CommonOptions & { email: string }): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    const link = await createResetLink(deps, options.email);
    printLine(
      "Open this link to choose a new password. It works once and for one hour; every session of the account ends then.",
    );
    process.stdout.write(`${link}\n`);
  });
}

/**
 * Turns off the second factor of a person who lost authenticator app and recovery codes. The operator has to verify the
 * person's identity.
 */
export async function resetSecondFactor(options: CommonOptions & { email: string }): Promise<void> {
  await withDeps(options.dataDir, async ({ deps }) => {
    await turnOffSecondFactor(deps, normaliseEmail(options.email));
    printLine(`${options.email} signs in with the password alone until an app is set up again.`);
  });
}
