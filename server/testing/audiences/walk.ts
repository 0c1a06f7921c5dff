import { and, eq, not } from "drizzle-orm";
import { can } from "../../../shared/domain/access.ts";
import { isShown } from "../../db/listed-articles.ts";
import { articles } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { buildPageContent } from "../../publishing/page-content.ts";
import { type Door, WrongReaders } from "./door.ts";
import { DOORS } from "./doors.ts";
import { addPages, changePages, mayReadPage } from "./pages.ts";
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
  /** The number of opened doors. */
  opened: number;
  /** The number of times that an article could be published to a target. */
  shownOnTargets: number;
  /** Words that reached somebody who may not read them, with door and state. */
  leaks: string[];
  /** Words that somebody may read but did not get from a complete door. */
  missing: string[];
}

const STATES_OF_A_WORLD = 100;
const SLOWER = 4;

export interface WalkOptions {
  doors?: Door[];
  /** Each state opens the next part of the doors: 5 means a fifth of them. */
  parts?: number;
}

/** Makes many random changes. After each, one person calls every endpoint, and all output is checked against their rights. */
export async function walkStates(
  test: Stage,
  states: number,
  random: Random,
  { doors = DOORS, parts = 1 }: WalkOptions = {},
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
    // Rate limits are tested elsewhere.
    await test.db.$client.query("delete from rate_limits");
    const opened = doors.filter(({ isSlow }, place) => {
      const turn = (place + walked.states) % (parts * SLOWER);
      return isSlow && parts > 1 ? turn === 0 : turn % parts === 0;
    });
    // A door that found something wrong stopped halfway and may have left rows.
    if (!(await openAll(world, random, opened, walked))) world = await build();
    await lookAtTargets(world, pickRandom(random, world.articles), walked);
    walked.states += 1;
  }
  return walked;
}

/** False when a door stopped halfway. */
async function openAll(world: World, random: Random, doors: Door[], walked: WalkResult): Promise<boolean> {
  const person = pickRandom(random, world.people);
  const hidden = world.articles.filter((article) => !mayReadArticle(world, person, article));
  const silent = world.channels.filter((channel) => !mayReadChannel(person, channel));
  const article = random() < 0.8 && hidden.length > 0 ? pickRandom(random, hidden) : pickRandom(random, world.articles);
  const unread = world.pages.filter((page) => !mayReadPage(world, person, page));
  const unshown = await listUnshown(world);
  let isWhole = true;
  for (const door of doors) {
    const shown = await open(door, { person, article, world }, walked);
    if (shown === null) {
      isWhole = false;
      continue;
    }
    for (const { word } of [...hidden, ...silent, ...unread])
      if (shown.includes(word))
        walked.leaks.push(`${door.name}: ${word} (state ${walked.states}): ${around(shown, word)}`);
    // A person with an unproven address has no access.
    if (!person.isProven) continue;
    const isFound = door.finds && can(person, ...door.finds);
    const expected = door.isComplete ? world.articles : isFound ? [article] : [];
    for (const readable of expected)
      if (!hidden.includes(readable) && !(door.isOfShown && unshown.has(readable.id)) && !shown.includes(readable.word))
        walked.missing.push(`${door.name}: ${readable.word} (state ${walked.states})`);
    if (!door.findsPages) continue;
    for (const page of world.pages)
      if (!unread.includes(page) && !shown.includes(page.word))
        walked.missing.push(`${door.name}: ${page.word} (state ${walked.states})`);
  }
  return isWhole;
}

interface Opening {
  person: PersonOfWorld;
  article: ArticleOfWorld;
  world: World;
}

/** Opens a door; null when it found wrong readers by itself. */
async function open(door: Door, { person, article, world }: Opening, walked: WalkResult): Promise<string | null> {
  walked.opened += 1;
  try {
    return await door.open(person, article, world);
  } catch (error) {
    if (!(error instanceof WrongReaders)) throw error;
    const found = error.isLeak ? walked.leaks : walked.missing;
    found.push(`${door.name}: ${error.message} (state ${walked.states})`);
    return null;
  }
}

/** Articles that the API and answers never return. */
async function listUnshown({ test, workspaceId }: World): Promise<ReadonlySet<string>> {
  const which = and(eq(articles.workspaceId, workspaceId), not(isShown));
  const rows = await test.db.select({ id: articles.id }).from(articles).where(which);
  return new Set(rows.map(({ id }) => id));
}

/** The text around a found word. */
function around(shown: string, word: string): string {
  const at = shown.indexOf(word);
  return JSON.stringify(shown.slice(Math.max(0, at - 200), at + 60));
}

/** Checks the last filter before a platform: an article's text as each target gets it. */
async function lookAtTargets(world: World, article: ArticleOfWorld, walked: WalkResult): Promise<void> {
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
