import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { SIGN_UP_FIELDS } from "../../../shared/domain/sign-up.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { html } from "../../http/html.ts";
import { sendPage } from "../../http/pages/page.ts";
import { hasAnyAccount } from "./account-queries.ts";
import { createAccount } from "./create-account.ts";
import { rememberDevice } from "./known-device.ts";
import { findPasswordProblem, readFormText } from "./new-password-form.ts";
import { startSession } from "./sessions.ts";
import { type FormValues, readAccountValues, renderSignUpField } from "./sign-up-page.ts";
import { hashToken } from "./tokens.ts";

const FIELDS = SIGN_UP_FIELDS.filter(({ name }) => name !== "role");

/** The token is derived from the installation's encryption key, so every process prints the same link and nothing is stored. */
const tokenOf = ({ secrets }: Pick<Deps, "secrets">) => secrets.hmac("first person", "first person's link");

/** Returns the URL for creating the first account; null if somebody may already sign in, or passwords are turned off. */
export async function createFirstPersonLink(deps: Pick<Deps, "db" | "env" | "secrets">): Promise<string | null> {
  if (!deps.env.OIDC_PASSWORD_SIGN_IN || (await hasAnyAccount(deps.db))) return null;
  return `${deps.env.PUBLIC_URL}/first-person?token=${tokenOf(deps)}`;
}

/**
 * Serves the page to which the start message links. The page needs no mail, because only the operator sees the start message.
 */
export function serveFirstPersonPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;
  const isOpenTo = async (token: unknown) =>
    typeof token === "string" &&
    timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(hashToken(tokenOf(deps)))) &&
    (await createFirstPersonLink(deps)) !== null;

  app.get<{ Querystring: { token?: unknown } }>("/first-person", { config }, async ({ query }, reply) =>
    (await isOpenTo(query.token)) ? sendPage(reply, 200, form(String(query.token))) : sendUsedUp(reply),
  );

  app.post<{ Body: Record<string, unknown> | undefined }>("/first-person", { config }, async (request, reply) => {
    const { token } = request.body ?? {};
    if (!(await isOpenTo(token))) return sendUsedUp(reply);
    const values = readAccountValues(request.body);
    const wrong = await problemsOf(values);
    if (Object.keys(wrong).length > 0) return sendPage(reply, 400, form(String(token), { values, wrong }));
    try {
      const { firstName = "", lastName = "", email = "", company = "", password = "" } = values;
      const account = { firstName, lastName, email, company, password, verified: true };
      const user = await createAccount(deps, account, { isFirst: true });
      await startSession(deps, user, request, reply);
      rememberDevice(deps, reply, email);
      return reply.redirect("/", 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return sendPage(reply, HTTP_STATUS[error.code], form(String(token), { values, problem: error.message }));
    }
  });
}

async function problemsOf(values: FormValues): Promise<Record<string, string>> {
  const wrong: Record<string, string> = {};
  for (const { name, max } of FIELDS) {
    const value = values[name] ?? "";
    if (value.trim() === "") wrong[name] = "Required.";
    else if (value.length > max) wrong[name] = `At most ${max} characters.`;
  }
  const problem = await findPasswordProblem(readFormText(values["password"]), readFormText(values["confirmPassword"]));
  if (problem?.password) wrong["password"] ??= problem.password;
  if (problem?.confirm) wrong["confirmPassword"] ??= problem.confirm;
  return wrong;
}

interface FirstPersonForm {
  values?: FormValues;
  wrong?: Record<string, string>;
  problem?: string;
}

function form(token: string, { values = {}, wrong = {}, problem }: FirstPersonForm = {}) {
  const firstWrong = FIELDS.find(({ name }) => wrong[name])?.name;
  return {
    title: "Create the first account",
    body: html`<h1>Create the first account</h1>
<p class="quiet">You become the owner of this installation’s first workspace. The link works once.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/first-person">
<input type="hidden" name="token" value="${token}">
${FIELDS.map((field) => renderSignUpField(field, values[field.name], wrong[field.name], field.name === firstWrong))}
<button>Create account</button>
</form>`,
  };
}

const sendUsedUp = (reply: FastifyReply) =>
  sendPage(reply, 404, {
    title: "This link does not work any more",
    body: html`<h1>This link does not work any more</h1>
<p>Somebody has an account here already, or the link is not complete. Copy all of it from the start message.</p>
<p class="actions"><a class="button" href="/api/login">Sign in</a></p>`,
  });
