import { CredentialsRejected, MissingPermission, NotFound, Refused, Unreachable } from "../errors.ts";
import { type HttpResponse, parseJsonIfValid } from "../http.ts";
import { READ_WORK, WRITE_WORK } from "./scopes.ts";
import * as shapes from "./shapes.ts";

const refusedFields = (answer: HttpResponse): string[] =>
  answer.status === 400
    ? Object.keys(shapes.refusalSchema.safeParse(parseJsonIfValid(answer.text)).data?.errors ?? {})
    : [];
export const isLabelRefused = (answer: HttpResponse) => refusedFields(answer).includes("labels");
/**
 * Matches 'The entered text is too long. It exceeds the allowed limit of 32,767 characters.' and the error code for it.
 */
const TOO_LONG = /CONTENT_LIMIT_EXCEEDED|exceeds the allowed limit|text is too long/i;

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes */
export function expectOk(answer: HttpResponse): HttpResponse {
  const { status, isWrite, text } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status === 401) throw new CredentialsRejected("Jira does not accept this e-mail address and API token.");
  if (status === 403)
    throw new MissingPermission("This account may not do that in Jira.", isWrite ? WRITE_WORK : READ_WORK);
  if (status === 404) throw new NotFound("Jira does not have it, or does not show it to this account.");
  if (status === 400 && TOO_LONG.test(text))
    throw new Refused("The article is too long for Jira: a description holds 32,767 characters.");
  if (refusedFields(answer).some((field) => field !== "summary" && field !== "description"))
    throw new Refused(
      "Jira asks for more than a summary and a description. Test the integration: it names the fields.",
    );
  if (status >= 400 && status < 500 && status !== 408 && status !== 409)
    throw new Refused(`Jira refused the request (${status}).`);
  throw new Unreachable(`Jira answered with an error (${status}).`, { mayHaveHappened: isWrite });
}
