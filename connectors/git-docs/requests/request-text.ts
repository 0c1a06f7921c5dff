import type { CommitChange } from "../repository.ts";
import type { ChangeRequestText } from "./request-host.ts";

const JOINER = "\u2060";

/**
 * Neutralizes text for commits and requests, so that it neither mentions anybody nor references an issue that a merge would
 * close. A single line stays one line.
 */
export const neutralizeMentions = (text: string): string =>
  text
    .replace(/@(?=[\p{L}\p{N}])/gu, `@${JOINER}`)
    .replace(/([#!&%~$])(?=\d)/g, `$1${JOINER}`)
    .replace(/\b(gh-)(?=\d)/gi, `$1${JOINER}`)
    .replace(/:\/\/(?=\S)/g, `:${JOINER}//`);

const escaped = (line: string) => line.replace(/[\\`*_{}[\]<>()|~$]/g, "\\$&");

const MAX_TITLE_CHARACTERS = 250;

/** `subject` and `body` are neutralized already; no line of the body starts with a person's text. */
export function buildChangeRequestText({ subject, body }: Pick<CommitChange, "subject" | "body">): ChangeRequestText {
  return {
    title: [...subject].slice(0, MAX_TITLE_CHARACTERS).join(""),
    text: [
      `Lorekeep asks for this change: ${escaped(subject.replace(/^Lorekeep: /, ""))}.`,
      "",
      ...body.split("\n"),
      "",
      "Commits that you add to this branch are kept. Later changes of the article come onto it until it is merged; when it is closed, it stays closed until the article changes.",
    ].join("\n"),
  };
}
