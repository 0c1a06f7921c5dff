import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const NAMED =
  /"(?:slack|google-chat|teams|confluence|notion|git-docs|mediawiki|zendesk|jira|intercom|sharepoint|servicenow)"/;
const OF_PRODUCT = /^(?:server|web|shared|connectors)\/.*\.tsx?$/;
const LEFT_OUT =
  /\.test\.|\/testing\/|^connectors\/(?:slack|google-chat|teams|confluence|notion|git-docs|mediawiki|zendesk|jira|intercom|sharepoint|servicenow)\//;

it("only the files in docs/where-platforms-are-named.md name a platform outside its folder", () => {
  const page = readFileSync("docs/where-platforms-are-named.md", "utf8");
  const explained = [...page.matchAll(/^\| (\S+\.tsx?) \|/gm)].map(([, file]) => file);
  const naming = ["server", "web", "shared", "connectors"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
    .filter((file) => OF_PRODUCT.test(file) && !LEFT_OUT.test(file) && NAMED.test(readFileSync(file, "utf8")));
  expect(naming.toSorted()).toEqual(explained.toSorted());
});
