import { and, eq, not } from "drizzle-orm";
import { can } from "../../../shared/domain/access.ts";
import { whereArticleShown } from "../../db/listed-articles.ts";
import { articles } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { buildPageContent } from "../../publishing/page-content.ts";
import { addPages, changePages, mayReadPage } from "./pages.ts";
import { type TextOutput, WrongReaders } from "./text-output.ts";
import { TEXT_OUTPUTS } from "./text-outputs.ts";
import {
  type ArticleOfWorld,
  changeWorld,
  createWorld,
  isPublishedTo,
  mayReadArticle,
  mayReadChannel,
  type PersonOfWorld,
  pickRandom,
  type Random,
  type Stage,
  type World,
} from "./world.ts";

export interface WalkResult {
  states: number;
  /** The number of outputs that were read. */
  opened: number;
  /** The number of times that an article was allowed on a target. */
  shownOnTargets: number;
  /** Secret words that reached somebody without the right to read them, with the output and the state. */
  leaks: string[];
  /** Secret words that a complete output did not show, although the person may read them. */
  missing: string[];
}

const STATES_OF_A_WORLD = 100;
const SLOWER = 4;

export interface WalkOptions {
  outputs?: TextOutput[];
  /** Each state reads another part of the outputs: 5 means a fifth of them. */
  parts?: number;
}

/**
 * Makes many random changes. After each change, one person reads every output, and all text is checked against that
 * person's rights.
 */
export async function checkRandomStates(
  test: Stage,
  states: number,
  random: Random,
  { outputs = TEXT_OUTPUTS, parts = 1 }: WalkOptions = {},
): Promise<WalkResult> {
  const walked: WalkResult = { states: 0, opened: 0, shownOnTargets: 0, leaks: [], missing: [] };
  const build = async () => {
    const built = await createWorld(test, random);
    await addPages(built, random);
    return built;
  };
  let world = await build();
  while (walked.states < states) {
    if (walked.states % STATES_OF_A_WORLD === STATES_OF_A_WORLD - 1) world = await build();
    await changeWorld(world, random);
    await changePages(world, random);
    // Removes rate limits, which are tested elsewhere.
    await test.db.$client.query("delete from rate_limits");
    const opened = outputs.filter(({ isSlow }, place) => {
      const turn = (place + walked.states) % (parts * SLOWER);
      return isSlow && parts > 1 ? turn === 0 : turn % parts === 0;
    });
    // An output that found a fault stopped halfway, and may have left rows.
    if (!(await readAll(world, random, opened, walked))) world = await build();
    await checkTargets(world, pickRandom(random, world.articles), walked);
    walked.states += 1;
  }
  return walked;
}

/** False if an output stopped halfway. */
async function readAll(world: World, random: Random, outputs: TextOutput[], walked: WalkResult): Promise<boolean> {
  const person = pickRandom(random, world.people);
  const hidden = world.articles.filter((article) => !mayReadArticle(world, person, article));
  const silent = world.channels.filter((channel) => !mayReadChannel(person, channel));
  const article = random() < 0.8 && hidden.length > 0 ? pickRandom(random, hidden) : pickRandom(random, world.articles);
  const unread = world.pages.filter((page) => !mayReadPage(world, person, page));
  const unshown = await listUnshown(world);
  let isWhole = true;
  for (const output of outputs) {
    const shown = await open(output, { person, article, world }, walked);
    if (shown === null) {
      isWhole = false;
      continue;
    }
    for (const { word } of [...hidden, ...silent, ...unread])
      if (shown.includes(word))
        walked.leaks.push(`${output.name}: ${word} (state ${walked.states}): ${around(shown, word)}`);
    // A person with an unconfirmed e-mail address has no access.
    if (!person.isProven) continue;
    const isFound = output.finds && can(person, ...output.finds);
    const expected = output.isComplete ? world.articles : isFound ? [article] : [];
    for (const readable of expected)
      if (
        !hidden.includes(readable) &&
        !(output.isOfShown && unshown.has(readable.id)) &&
        !shown.includes(readable.word)
      )
        walked.missing.push(`${output.name}: ${readable.word} (state ${walked.states})`);
    if (!output.findsPages) continue;
    for (const page of world.pages)
      if (!unread.includes(page) && !shown.includes(page.word))
        walked.missing.push(`${output.name}: ${page.word} (state ${walked.states})`);
  }
  return isWhole;
}

interface OutputRequest {
  person: PersonOfWorld;
  article: ArticleOfWorld;
  world: World;
}

/** Reads an output; null if the output itself found wrong readers. */
async function open(
  output: TextOutput,
  { person, article, world }: OutputRequest,
  walked: WalkResult,
): Promise<string | null> {
  walked.opened += 1;
  try {
    return await output.open(person, article, world);
  } catch (error) {
    if (!(error instanceof WrongReaders)) throw error;
    const found = error.isLeak ? walked.leaks : walked.missing;
    found.push(`${output.name}: ${error.message} (state ${walked.states})`);
    return null;
  }
}

/** Articles that the API and answers must never return. */
async function listUnshown({ test, workspaceId }: World): Promise<ReadonlySet<string>> {
  const which = and(eq(articles.workspaceId, workspaceId), not(whereArticleShown));
  const rows = await test.db.select({ id: articles.id }).from(articles).where(which);
  return new Set(rows.map(({ id }) => id));
}

/** The text around a found word. */
function around(shown: string, word: string): string {
  const at = shown.indexOf(word);
  return JSON.stringify(shown.slice(Math.max(0, at - 200), at + 60));
}

/** Checks the last filter before a platform: the article's text as each target receives it. */
async function checkTargets(world: World, article: ArticleOfWorld, walked: WalkResult): Promise<void> {
  const { test, workspaceId } = world;
  for (const target of world.targets) {
    const of = { articleId: article.id, integrationId: target.id, marker: "ref lk-1" };
    const { heldBecause, ...content } = await inWorkspace(test.db, workspaceId, (scope) =>
      buildPageContent(test.deps.connectors, scope, of),
    );
    const goes = isPublishedTo(world, target, article);
    const isShown = JSON.stringify(content).includes(article.word);
    walked.shownOnTargets += isShown ? 1 : 0;
    if (isShown && !goes) walked.leaks.push(`a target: ${article.word} (state ${walked.states})`);
    if (goes && heldBecause) walked.missing.push(`a target: ${article.word} (state ${walked.states}): ${heldBecause}`);
  }
}
