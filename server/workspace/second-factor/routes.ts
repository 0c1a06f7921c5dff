import type { FastifyInstance } from "fastify";
import { secondFactorEndpoints } from "../../../shared/contract/second-factor.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import { serve, type Viewer } from "../../http/routes.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { totpPlace } from "../../secrets/key-ring.ts";
import { isPassword } from "../accounts/passwords.ts";
import { getUser, type UserRow } from "../accounts/queries.ts";
import { passwordManagedBy } from "../sso/password-managed-by.ts";
import { secondFactorMail } from "./mails.ts";
import { beginFactor, readFactor, removeFactor, renewRecoveryCodes } from "./queries.ts";
import { countTry, forgiveTries, takeCode } from "./take-code.ts";
import { newSecret, uriOf } from "./totp.ts";

const WRONG_CODE = "The code is wrong or was used already. Wait for the next one.";
const WRONG_PASSWORD = "The password is wrong.";

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, env, secrets } = deps;
  const tell = (scope: WorkspaceScope, { email }: UserRow, what: Parameters<typeof secondFactorMail>[1]) =>
    enqueueMail(deps, scope, secondFactorMail(email, what, env.PUBLIC_URL));

  /** Counts a try, and throws unless it is the password of whoever asks. */
  async function provePassword({ workspaceId, userId }: Viewer, password: string): Promise<UserRow> {
    const user = await inWorkspace(db, workspaceId, (scope) => getUser(scope, userId));
    const manager = passwordManagedBy(env, user);
    if (manager) throw conflict(`You sign in with ${manager}: a second step is set up there.`);
    await countTry(deps, userId);
    if (!(await isPassword(password, user.passwordHash)))
      throw invalid(WRONG_PASSWORD, [{ path: "password", message: WRONG_PASSWORD }]);
    return user;
  }

  /** In one transaction with what it allows: a code is used up only if that was done. */
  async function withCode<T>(
    { workspaceId, userId }: Viewer,
    { code, isBeginning = false }: { code: string; isBeginning?: boolean },
    work: (scope: WorkspaceScope) => Promise<T>,
  ): Promise<T> {
    const done = await inWorkspace(db, workspaceId, async (scope) => {
      if (!(await takeCode(deps, scope, { userId, code, isBeginning })))
        throw invalid(WRONG_CODE, [{ path: "code", message: WRONG_CODE }]);
      return work(scope);
    });
    await forgiveTries(deps, userId);
    return done;
  }

  serve(app, secondFactorEndpoints, {
    "GET /api/second-factor": ({ viewer: { workspaceId, userId } }) =>
      inWorkspace(db, workspaceId, async (scope) => ({
        ...(await readFactor(scope, userId)),
        managedBy: passwordManagedBy(env, await getUser(scope, userId)),
      })),

    "POST /api/second-factor": async ({ viewer, body }) => {
      const { email } = await provePassword(viewer, body.password);
      const secret = newSecret();
      const sealed = secrets.seal(secret, totpPlace(viewer.workspaceId, viewer.userId));
      const isBegun = await inWorkspace(db, viewer.workspaceId, (scope) => beginFactor(scope, viewer.userId, sealed));
      if (!isBegun) throw conflict("The second step is on already. Turn it off first to set up another app.");
      await forgiveTries(deps, viewer.userId);
      return { secret, uri: uriOf(secret, email) };
    },

    "POST /api/second-factor/confirm": async ({ viewer, body }) => {
      await countTry(deps, viewer.userId);
      return withCode(viewer, { ...body, isBeginning: true }, async (scope) => {
        await tell(scope, await getUser(scope, viewer.userId), "on");
        return { recoveryCodes: await renewRecoveryCodes(scope, viewer.userId) };
      });
    },

    "POST /api/second-factor/recovery-codes": async ({ viewer, body }) => {
      const user = await provePassword(viewer, body.password);
      return withCode(viewer, body, async (scope) => {
        await tell(scope, user, "recovery-codes");
        return { recoveryCodes: await renewRecoveryCodes(scope, viewer.userId) };
      });
    },

    "POST /api/second-factor/off": async ({ viewer, body }) => {
      const user = await provePassword(viewer, body.password);
      return withCode(viewer, body, async (scope) => {
        await removeFactor(scope, viewer.userId);
        await tell(scope, user, "off");
        return { success: true as const };
      });
    },
  });
}
