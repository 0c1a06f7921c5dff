import { CredentialsRejected, MissingPermission, NotFound, Refused, Unreachable } from "../errors.ts";
import type { HttpResponse } from "../http.ts";
import type { SignIn } from "./sign-in.ts";

/** The role that the account needs, besides the knowledge base's 'Can Contribute'. */
export const REQUIRED_ROLE = "knowledge";

export const createCredentialsRejected = (signIn: SignIn) =>
  new CredentialsRejected(
    "userName" in signIn
      ? "ServiceNow does not accept this user and password."
      : "ServiceNow does not accept the token of this OAuth client. Check that its OAuth Application User is active.",
  );

export function expectOk(answer: HttpResponse): HttpResponse {
  const { status, isWrite } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status === 403)
    throw new MissingPermission(
      isWrite
        ? "The user may not write there: it needs the role knowledge, and Can Contribute of the knowledge base."
        : "The user may not read that: it needs the role knowledge, and Can Read of the knowledge base.",
      REQUIRED_ROLE,
    );
  if (status === 404) throw new NotFound("ServiceNow does not have it, or does not show it to this user.");
  if (status === 413) throw new Refused("The article is too large for ServiceNow.");
  if (status >= 300 && status < 500 && status !== 408 && status !== 409)
    throw new Refused(`ServiceNow refused the request (${status}).`);
  throw new Unreachable(`ServiceNow answered with an error (${status}).`, { mayHaveHappened: isWrite });
}
