import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CHAT_MANIFESTS, KNOWLEDGE_MANIFESTS } from "../connectors/manifests.ts";

const PLATFORMS = [...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS].map(({ id, name }) => ({ id: id as string, name }));
/** Platform names that are also English words. They count only as a whole value, in an address or as an identifier's prefix. */
const WORDS = new Set(["teams"]);

/** Matches a platform's name in any form: in identifiers, constants, quotes, comments, texts and addresses. */
const ANYHOW = new RegExp(
  PLATFORMS.flatMap(({ id, name }) => (WORDS.has(id) ? [name] : [id, name]))
    .map((words) => words.split(/[-_ ]/).join("[-_ ]?"))
    .join("|"),
  "i",
);
const AS_VALUE = new RegExp(
  `(?<=["'\`/])(?:${[...WORDS].join("|")})(?=["'\`/])|\\b(?:${[...WORDS].join("|")})(?=[A-Z])`,
);
const names = (text: string) => ANYHOW.test(text) || AS_VALUE.test(text);

const OF_PRODUCT = /^(?:server|web|shared|connectors)\/.*\.tsx?$/;
const OF_PLATFORM = new RegExp(`^connectors/(?:${PLATFORMS.map(({ id }) => id).join("|")})/`);
const LEFT_OUT = /\.test\.|\/testing\//;

/**
 * Files and folders (with a trailing slash) of the product that name a platform outside the platform's folder, with the reason.
 */
const explained = [
  ...readFileSync("docs/where-platforms-are-named.md", "utf8").matchAll(
    /^\| ((?:server|web|shared|connectors)\/\S+) \|/gm,
  ),
].map(([, file = ""]) => file);
const naming = ["server", "engine", "web", "shared", "connectors"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((file) => OF_PRODUCT.test(file) && !OF_PLATFORM.test(file) && !LEFT_OUT.test(file))
  .filter((file) => names(readFileSync(file, "utf8")));
const holds = (entry: string, file: string) => (entry.endsWith("/") ? file.startsWith(entry) : entry === file);

it("names no platform outside its folder but in the files of docs/where-platforms-are-named.md, comments included", () => {
  expect(naming.filter((file) => !explained.some((entry) => holds(entry, file)))).toEqual([]);
});

it("lists no file there that names none", () => {
  expect(explained.filter((entry) => !naming.some((file) => holds(entry, file)))).toEqual([]);
});

it.each([
  "const slackTs = 1;",
  "`/api/${id} of Jira`",
  "// as in Google Chat",
  'platform === "teams"',
  "teamsSource()",
])("knows a name in %s", (line) => expect(names(line)).toBe(true));

it.each(["Your teams explain it.", "the teams' channels", "a notice"])("finds none in '%s'", (line) =>
  expect(names(line)).toBe(false),
);
