import type { FastifyInstance } from "fastify";
import { secondFactorEndpoints } from "../../../shared/contract/second-factor.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import { serveEndpoints, type Viewer } from "../../http/routes.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { locateTotpSecret } from "../../secrets/key-ring.ts";
import { verifyPassword } from "../accounts/passwords.ts";
import { getUser, type UserRow } from "../accounts/queries.ts";
import { findPasswordProviderName } from "../sso/password-managed-by.ts";
import { acceptCode, countCodeAttempt, resetCodeAttempts } from "./accept-code.ts";
import { buildSecondFactorMail } from "./mails.ts";
import { findFactorWorkspace, readFactor, removeFactor, renewRecoveryCodes, storePendingFactor } from "./queries.ts";
import { buildTotpUri, createSecret } from "./totp.ts";

const WRONG_CODE = "The code is wrong or was used already. Wait for the next one.";
const WRONG_PASSWORD = "The password is wrong.";

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, env, secrets } = deps;
  const tell = (scope: WorkspaceScope, { email }: UserRow, what: Parameters<typeof buildSecondFactorMail>[1]) =>
    enqueueMail(deps, scope, buildSecondFactorMail(email, what, env.PUBLIC_URL));

  serveEndpoints(app, secondFactorEndpoints, {
    "GET /api/second-factor": async ({ viewer }) => {
      const { workspaceId, userId } = await findFactorWorkspace(db, viewer);
      return inWorkspace(db, workspaceId, async (scope) => ({
        ...(await readFactor(scope, userId)),
        managedBy: findPasswordProviderName(env, await getUser(scope, userId)),
      }));
    },

    "POST /api/second-factor": async ({ viewer, body }) => {
      const { email } = await provePassword(deps, viewer, body.password);
      const secret = createSecret();
      const { workspaceId, userId } = await findFactorWorkspace(db, viewer);
      const sealed = secrets.seal(secret, locateTotpSecret(workspaceId, userId));
      const isBegun = await inWorkspace(db, workspaceId, (scope) => storePendingFactor(scope, userId, sealed));
      if (!isBegun) throw conflict("The second step is on already. Turn it off first to set up another app.");
      await resetCodeAttempts(deps, userId);
      return { secret, uri: buildTotpUri(secret, email) };
    },

    "POST /api/second-factor/confirm": async ({ viewer, body }) => {
      await countCodeAttempt(deps, (await findFactorWorkspace(db, viewer)).userId);
      return withCode(deps, viewer, { ...body, isBeginning: true }, async (scope, userId) => {
        await tell(scope, await getUser(scope, userId), "on");
        return { recoveryCodes: await renewRecoveryCodes(scope, userId) };
      });
    },

    "POST /api/second-factor/recovery-codes": async ({ viewer, body }) => {
      const user = await provePassword(deps, viewer, body.password);
      return withCode(deps, viewer, body, async (scope, userId) => {
        await tell(scope, user, "recovery-codes");
        return { recoveryCodes: await renewRecoveryCodes(scope, userId) };
      });
    },

    "POST /api/second-factor/off": async ({ viewer, body }) => {
      const user = await provePassword(deps, viewer, body.password);
      return withCode(deps, viewer, body, async (scope, userId) => {
        await removeFactor(scope, userId);
        await tell(scope, user, "off");
        return { success: true as const };
      });
    },
  });
}

/** Counts an attempt, and throws unless the password is right. */
async function provePassword(deps: Deps, { workspaceId, userId }: Viewer, password: string): Promise<UserRow> {
  const user = await inWorkspace(deps.db, workspaceId, (scope) => getUser(scope, userId));
  const manager = findPasswordProviderName(deps.env, user);
  if (manager) throw conflict(`You sign in with ${manager}: a second step is set up there.`);
  await countCodeAttempt(deps, (await findFactorWorkspace(deps.db, { workspaceId, userId })).userId);
  if (!(await verifyPassword(password, user.passwordHash)))
    throw invalid(WRONG_PASSWORD, [{ path: "password", message: WRONG_PASSWORD }]);
  return user;
}

/**
 * Checks the code and runs `work` in one transaction, in the workspace that stores the factor. The code is therefore used up
 * only if `work` succeeds.
 */
async function withCode<T>(
  deps: Deps,
  viewer: Viewer,
  { code, isBeginning = false }: { code: string; isBeginning?: boolean },
  work: (scope: WorkspaceScope, userId: string) => Promise<T>,
): Promise<T> {
  const { workspaceId, userId } = await findFactorWorkspace(deps.db, viewer);
  const done = await inWorkspace(deps.db, workspaceId, async (scope) => {
    if (!(await acceptCode(deps, scope, { userId, code, isBeginning })))
      throw invalid(WRONG_CODE, [{ path: "code", message: WRONG_CODE }]);
    return work(scope, userId);
  });
  await resetCodeAttempts(deps, userId);
  return done;
}
