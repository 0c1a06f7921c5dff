import { readPageFile } from "../../../connectors/git-docs/page-file.ts";
import { createGitPages } from "../../../connectors/testing/pages-of-people.ts";
import { GIT_REPOSITORY, GIT_TOKEN, startGitServer } from "../../stand-ins/git/server.ts";
import { appSettings, operatorApps } from "../../stand-ins/operator-apps.ts";
import { type BenchPlatform, PUBLIC_URL } from "./platform.ts";

const FOLDER = "docs/knowledge";
const PERSON = { id: 7, login: "otto", name: "Otto" };
const PUSH = `POST /${GIT_REPOSITORY}/git-receive-pack`;

/** Starts Git's own `http-backend`. */
export async function startGitDocs(): Promise<BenchPlatform> {
  const server = await startGitServer({ hosts: { github: operatorApps(PUBLIC_URL, "github"), people: [PERSON] } });
  const git = server.repository();
  const thrownAway = new Map<string, { path: string; text: string }>();
  let collisions = 0;
  /** Lists the files of one page, including people's copies, which have the same id. */
  const files = () =>
    [...git.readAll()].flatMap(([path, text]) => {
      const file = readPageFile(text);
      return file ? [{ path, text, id: file.id, title: file.title ?? "" }] : [];
    });
  const ofPage = (pageId: string) => {
    const file = files().find(({ id }) => id === pageId);
    if (!file) throw new Error(`There is no page ${pageId} in the repository.`);
    return file;
  };
  const edit = (pageId: string, change: (text: string) => string) => git.editAsPerson(ofPage(pageId).path, change);
  return {
    type: "git-docs",
    standIn: server,
    integration: {
      name: "Git",
      type: "git-docs",
      baseUrl: `${server.url}/${GIT_REPOSITORY}`,
      spaceId: FOLDER,
      apiKey: GIT_TOKEN,
    },
    environment: { GITHUB_URL: server.url, ...appSettings("GITHUB") },
    writes: [PUSH],
    // Commits as another person, which makes the current push fail.
    collide() {
      collisions += 1;
      git.pushAsPerson({ "notes.md": `# Notes\n\nNumber ${collisions}.\n` }, `Note ${collisions}`);
    },
    pages: async () => [
      ...files().map(({ path, text, id, title }) => {
        return { platform: "git-docs" as const, id, title, text, stands: path.endsWith(".md") };
      }),
      ...[...thrownAway].map(([id, { text }]) => {
        const title = readPageFile(text)?.title ?? "";
        return { platform: "git-docs" as const, id, title, text, stands: false };
      }),
    ],
    async write(pageId, words, { where, random }) {
      edit(pageId, (text) => {
        const [head = "", ...paragraphs] = text.trimEnd().split("\n\n");
        const spots = { top: 0, bottom: paragraphs.length, inside: Math.floor(random() * paragraphs.length) };
        paragraphs.splice(spots[where], 0, words);
        return `${[head, ...paragraphs].join("\n\n")}\n`;
      });
    },
    rename: (pageId, title) => edit(pageId, (text) => text.replace(/^title: .*$/m, `title: ${JSON.stringify(title)}`)),
    move(pageId, isAway) {
      const { path } = ofPage(pageId);
      const to = `${isAway ? "elsewhere" : FOLDER}/${path.slice(path.lastIndexOf("/") + 1)}`;
      if (to !== path) git.moveAsPerson(path, to);
    },
    trash(pageId) {
      const { path, text } = ofPage(pageId);
      git.pushAsPerson({ [path]: null }, `Delete ${path}`);
      thrownAway.set(pageId, { path, text });
    },
    restore(pageId) {
      const file = thrownAway.get(pageId);
      if (!file) return;
      thrownAway.delete(pageId);
      git.pushAsPerson({ [file.path]: file.text }, `Bring back ${file.path}`);
    },
    people: createGitPages(git),
    ownAccount: {
      platform: "github",
      subject: PERSON.login,
      countChanges: () => git.log().filter((line) => line.startsWith(`${PERSON.name}: `)).length,
    },
    close: () => server.close(),
  };
}
