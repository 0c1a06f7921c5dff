import { Errors } from "isomorphic-git";
import { ConnectorError, MissingPermission, Refused, Unreachable } from "../errors.ts";
import { type GitCalls, TOO_LARGE } from "./git-http.ts";
import { RepositoryTooLarge } from "./memory-files.ts";

/** Somebody else pushed first. */
export class PushRejected extends Error {}

export const createBusyError = () =>
  new Unreachable("Others push to the repository all the time. It is tried again.", { mayHaveHappened: false });

/** Converts an error to one for people, with whether a push may have happened. */
export function toPushError(error: unknown, { hasPushed }: GitCalls): unknown {
  if (error instanceof ConnectorError || error instanceof PushRejected) return error;
  if (error instanceof RepositoryTooLarge) return new Refused(TOO_LARGE);
  if (isOfGit(error))
    return new Unreachable("The Git server answered with something that cannot be read.", {
      cause: error,
      mayHaveHappened: hasPushed,
    });
  return error;
}

const OVERTAKEN =
  /fast-forward|fetch first|stale info|cannot lock|failed to (update|lock)|incorrect old value|already exists/i;
const NOT_ALLOWED = /protected|declined|denied|not allowed|permission|prohibited/i;

export function toErrorAfterPush(error: unknown, http: GitCalls, branch: string): unknown {
  if (error instanceof ConnectorError) return error;
  if (error instanceof Errors.PushRejectedError) return new PushRejected();
  if (!(error instanceof Errors.GitPushError)) return toPushError(error, http);
  const result = error.data.result as { error?: string; refs?: Record<string, { error?: string }> };
  const said = [result.error, ...Object.values(result.refs ?? {}).map((ref) => ref.error)].join(" ");
  if (OVERTAKEN.test(said)) return new PushRejected();
  if (NOT_ALLOWED.test(said))
    return new MissingPermission(
      `The branch ${branch} is protected: the token's account may not push to it.`,
      `pushing to ${branch}`,
    );
  return new Refused("The Git server refused the commit.");
}

/** Whether the Git library threw the error, also because of a malformed answer. */
const isOfGit = (error: unknown) =>
  error instanceof Error && (("code" in error && typeof error.code === "string") || error.constructor !== Error);
