import * as z from "zod";
import { CredentialsRejected, MissingPermission, NotFound, Refused, Unreachable } from "../errors.ts";
import { type HttpResponse, parseJsonIfValid } from "../http.ts";

const errorList = z.object({ errors: z.array(z.object({ code: z.string() })) });

export function expectOk(answer: HttpResponse): HttpResponse {
  const { status, isWrite, text } = answer;
  if (status >= 200 && status < 300) return answer;
  const parsed = errorList.safeParse(parseJsonIfValid(text));
  const codes = parsed.success ? parsed.data.errors.map(({ code }) => code) : [];
  // https://developers.intercom.com/docs/references/rest-api/errors/error-codes
  if (status === 403 || codes.includes("token_unauthorized"))
    throw new MissingPermission(
      isWrite
        ? "The access token may not write articles: give the app the permission Read and write articles."
        : "The access token may not read that: give the app the permissions Read admins and Read and write articles.",
      "Read and write articles",
    );
  if (status === 401) throw new CredentialsRejected("Intercom does not accept this access token.");
  if (status === 404) throw new NotFound("Intercom does not have it, or does not show it to this app.");
  if (status === 413) throw new Refused("The article is too large for Intercom.");
  if (status >= 300 && status < 500 && status !== 408 && status !== 409)
    throw new Refused(`Intercom refused the request (${status}).`);
  throw new Unreachable(`Intercom answered with an error (${status}).`, { mayHaveHappened: isWrite });
}
