import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KNOWLEDGE_PLATFORMS, type KnowledgePlatform } from "../../connectors/manifests.ts";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import type { ThreadedTarget } from "../../connectors/target-threads.ts";
import { createTargets } from "../../connectors/targets.ts";
import type { Statement } from "../../shared/domain/article.ts";
import type { BenchPage, BenchPlatform } from "../../tools/bench/platforms/platform.ts";
import { explainMissingPlatform, startPlatforms } from "../../tools/bench/platforms/start.ts";
import { articles, publications } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getArticle } from "../library/articles/index.ts";
import { buildArticle, buildArticleSource, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { publishJob } from "./publish-job.ts";
import { removeArticle } from "./remove-article.ts";
import { requestPublications } from "./request-publications.ts";
import { restoreArticle } from "./restore-article.ts";

const sentence = (text: string): Statement => ({ form: "sentence", text, language: null, sources: ["1"] });
const bodyOf = (text: string) => [
  { role: "answer" as const, heading: "Answer", layout: "bullets" as const, statements: [sentence(text)] },
];
const SERVERS: KnowledgePlatform[] = ["mediawiki", "git-docs"];
/** Matches calls that read although they are a POST, so that a death after one has the effect of a death before the next call. */
const READS_BY_POST = /\/git-upload-pack$|[?&]action=login(?:&|$)/;
const safeFetch = createSafeFetch({ allow: ["127.0.0.1"] });

/** The simulated death of a process during a call. */
interface Death {
  call: number;
  moment: "before it was sent" | "after it was answered";
  /** A person edits the page before the next worker reads it. */
  isFollowedByPerson: boolean;
}

/**
 * Returns a `fetch` that counts its calls. From the call of the given death on, it never answers, as if the process had
 * died.
 */
function fetchUntil(death: Death | null) {
  /** For each call, whether it changes something. */
  const calls: boolean[] = [];
  let die = () => {};
  const died = new Promise<"died">((resolve) => {
    die = () => resolve("died");
  });
  const fetch: typeof globalThis.fetch = async (...call) => {
    const [url, { method = "GET" } = {}] = call;
    calls.push(method !== "GET" && !READS_BY_POST.test(String(url)));
    if (calls.length !== death?.call) return safeFetch(...call);
    if (death.moment === "after it was answered") await (await safeFetch(...call)).arrayBuffer();
    die();
    return new Promise(() => {});
  };
  return { fetch, died, calls };
}

/**
 * Lists the deaths to simulate. A death after the answer to a read has the same effect as a death before the next call,
 * so a read is only interrupted before it is sent.
 */
function deathsIn(calls: boolean[], type: KnowledgePlatform): Death[] {
  const isSlow = SERVERS.includes(type);
  return calls.flatMap((changes, index) => {
    const moments: Death["moment"][] = [];
    if (changes || !isSlow) moments.push("before it was sent");
    if (changes) moments.push("after it was answered");
    const follows = changes && !isSlow ? [true, false] : [isSlow];
    return follows.flatMap((isFollowedByPerson) =>
      moments.map((moment) => ({ call: index + 1, moment, isFollowedByPerson })),
    );
  });
}

describe.each(KNOWLEDGE_PLATFORMS)("A worker of %s that is killed at any of its calls", (type) => {
  describe.skipIf(explainMissingPlatform(type))("leaves to the next one", () => proveFor(type));
});

function proveFor(type: KnowledgePlatform) {
  let app: TestApp;
  let platform: BenchPlatform;
  let person: SignedIn;
  let workspaceId: string;
  beforeAll(async () => {
    [platform] = (await startPlatforms([type])) as [BenchPlatform];
    app = await createTestApp({ connectors: connectorsWith(safeFetch), variables: { UNRESOLVED_WAIT_SECONDS: "60" } });
    const user = await buildUser(app.db);
    workspaceId = user.workspaceId;
    person = await app.signIn(user);
    const made = await person.inject({ method: "POST", url: "/api/integrations", payload: platform.integration });
    expect([made.statusCode, made.body]).toEqual([200, expect.any(String)]);
  });
  afterAll(async () => {
    await app?.close();
    await platform?.close();
  });

  /**
   * Runs connectors without threads, because a dead process's unfinished call would block a thread that the next
   * process needs.
   */
  const connectorsWith = (fetch: typeof globalThis.fetch) => {
    const { environment } = platform;
    const addresses = {
      confluenceGatewayUrl: environment["CONFLUENCE_GATEWAY_URL"],
      notionApiUrl: environment["NOTION_API_URL"],
      notionRequestsPerSecond: Number(environment["NOTION_REQUESTS_PER_SECOND"] ?? 3),
      graphApiUrl: environment["GRAPH_API_URL"],
      microsoftLoginUrl: environment["MICROSOFT_LOGIN_URL"],
    };
    const targets = Object.entries(createTargets({ fetch, ...addresses })).map(([name, target]) => {
      const here: ThreadedTarget = {
        ...target,
        textsOf: (_config, blocks) => Promise.resolve(blocks.map((block) => target.textOf(block))),
      };
      return [name, here];
    });
    const { sources } = createConnectors({ fetch, slackDistribution: "internal", ...addresses });
    return { sources, targets: Object.fromEntries(targets) as Record<KnowledgePlatform, ThreadedTarget> };
  };
  /** Simulates a new process with empty memory. */
  const worker = (fetch = safeFetch): Deps => ({ ...app.deps, connectors: connectorsWith(fetch) });
  const inScope = <T>(work: Parameters<typeof inWorkspace<T>>[2]) => inWorkspace(app.db, workspaceId, work);

  const publication = async (articleId: string) => {
    const [row] = await app.db.select().from(publications).where(eq(publications.articleId, articleId));
    if (!row) throw new Error("The article has no publication.");
    return row;
  };
  const publish = async (deps: Deps, articleId: string) => {
    const { id: publicationId } = await publication(articleId);
    const attempt = { number: 1, isLast: false, signal: new AbortController().signal };
    await publishJob(deps, { queue: "publish", workspaceId, publicationId }, attempt);
  };
  /**
   * Moves stored times back, as if the wait for an unknown outcome were over and older pages had been created long ago.
   */
  const waitItOut = (articleId: string, isPageOld: boolean) =>
    app.db
      .update(publications)
      .set({
        nextAttemptAt: sql`now()`,
        leaseUntil: null,
        intentAt: sql`intent_at - interval '2 minutes'`,
        ...(isPageOld && { firstIntentAt: sql`first_intent_at + interval '1 hour'` }),
      })
      .where(eq(publications.articleId, articleId));
  const want = (articleId: string) => inScope((scope) => requestPublications(app.deps, scope, articleId));
  let count = 0;
  const write = async (text: string) => {
    count += 1;
    const says = { title: `Answer ${count}`, body: bodyOf(text), tags: ["Old label"] };
    const { id } = await buildArticle(app.db, { workspaceId, ...says, status: "processing" });
    await buildArticleSource(app.db, { workspaceId, articleId: id, messageExternalId: "1" });
    await want(id);
    return id;
  };
  const rewrite = async (id: string, text: string) => {
    const change = { body: bodyOf(text), tags: ["New label"], version: sql`version + 1` };
    await app.db.update(articles).set(change).where(eq(articles.id, id));
    await want(id);
  };
  /** Edits the published pages of these articles like a person. Returns the ids of the articles that have a page. */
  const writeAsPerson = async (ids: string[], words: string) => {
    const pages = (await platform.pages()).filter(({ stands }) => stands);
    const written: string[] = [];
    for (const id of ids) {
      const { marker } = await publication(id);
      const page = pages.find(({ text }) => text.includes(marker));
      if (!page) continue;
      await platform.write(page.id, words, { where: "bottom", random: () => 0 });
      written.push(id);
    }
    return written;
  };
  const remove = async (deps: Deps, articleId: string) => {
    const row = await inScope((scope) => getArticle(scope, articleId));
    await removeArticle(deps, workspaceId, row, "remove");
  };

  interface Work {
    /** Creates `count` articles that are ready for the work, and returns their ids. */
    prepare(count: number): Promise<string[]>;
    act(deps: Deps, articleId: string): Promise<void>;
    /** The expected number of pages with the marker, and people's earlier edits on these pages. */
    expected: { present: number; says: string[]; label: string; not?: string[] };
  }

  const forEach = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
    const all: T[] = [];
    while (all.length < count) all.push(await make());
    return all;
  };
  const published = async (count: number) => {
    const ids = await forEach(count, () => write("Old answer."));
    for (const id of ids) await publish(worker(), id);
    expect(await writeAsPerson(ids, "Ann was here.")).toEqual(ids);
    return ids;
  };
  const WORK: Record<string, Work> = {
    "a page that it was making": {
      prepare: (count) => forEach(count, () => write("New answer.")),
      act: publish,
      expected: { present: 1, says: ["New answer."], label: "old-label" },
    },
    "a page that it was changing": {
      prepare: async (count) => {
        const ids = await published(count);
        for (const id of ids) await rewrite(id, "New answer.");
        return ids;
      },
      act: publish,
      expected: {
        present: 1,
        says: ["New answer.", "Ann was here."],
        label: "new-label",
        not: ["Old answer.", "old-label"],
      },
    },
    "a page that it was putting away": {
      prepare: published,
      act: remove,
      expected: { present: 0, says: ["Old answer.", "Ann was here."], label: "old-label" },
    },
    "a page that it was bringing back": {
      prepare: async (count) => {
        const ids = await published(count);
        for (const id of ids) {
          await remove(worker(), id);
          await inScope((scope) => restoreArticle(app.deps, scope, id, person.viewer.userId));
        }
        return ids;
      },
      act: publish,
      expected: { present: 1, says: ["Old answer.", "Ann was here."], label: "old-label" },
    },
  };

  /** Tells for each call of a process that does not die whether it changes something. */
  async function callsOf(work: Work): Promise<boolean[]> {
    const [id = ""] = await work.prepare(1);
    const { fetch, calls } = fetchUntil(null);
    await work.act(worker(fetch), id);
    return calls;
  }

  /** Lists the faults of the article's pages. */
  async function judge({ expected }: Work, articleId: string, all: BenchPage[], alsoSays: string[]) {
    const { marker, externalId, state } = await publication(articleId);
    const pages = all.filter(({ text }) => text.includes(marker));
    const present = pages.filter(({ stands }) => stands);
    const says = (text: string, words: string) => text.split(words).length - 1;
    const labels = connectorsWith(safeFetch).targets[type].labels ? [expected.label] : [];
    const wanted = [...expected.says, ...labels, ...alsoSays];
    return [
      present.length !== expected.present && `${present.length} pages stand`,
      present.some(({ id }) => id !== externalId) && "another page than the database says",
      present.some(({ isUnpublished }) => isUnpublished) && "readers do not see it",
      state !== (expected.present === 1 ? "published" : "removed") && `is ${state}`,
      ...wanted.map((words) => !pages.some(({ text }) => says(text, words) === 1) && `does not say '${words}' once`),
      ...(expected.not ?? []).map((words) => present.some(({ text }) => text.includes(words)) && `says '${words}'`),
    ].filter((one) => one !== false);
  }

  it.each(Object.keys(WORK))("%s: one page as it should be, with everybody's words", async (name) => {
    const work = WORK[name] as Work;
    const deaths = deathsIn(await callsOf(work), type);
    expect(deaths.length).toBeGreaterThan(1);
    const ids = await work.prepare(deaths.length);
    for (const [index, death] of deaths.entries()) {
      const { fetch, died } = fetchUntil(death);
      await Promise.race([work.act(worker(fetch), ids[index] ?? ""), died]);
    }
    const bobs = await writeAsPerson(
      ids.filter((_, index) => deaths[index]?.isFollowedByPerson),
      "Bob was here.",
    );
    const broken: string[] = [];
    for (const id of ids) {
      await waitItOut(id, work.prepare !== WORK["a page that it was making"]?.prepare);
      await work.act(worker(), id);
    }
    const pages = await platform.pages();
    for (const [index, id] of ids.entries()) {
      const wrong = await judge(work, id, pages, bobs.includes(id) ? ["Bob was here."] : []);
      if (wrong.length > 0) broken.push(`${JSON.stringify(deaths[index])}: ${wrong.join(", ")}`);
    }
    expect(broken).toEqual([]);
  });
}
