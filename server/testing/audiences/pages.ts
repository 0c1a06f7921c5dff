import { and, eq } from "drizzle-orm";
import { extractTerms } from "../../../engine/answer/index.ts";
import { newId } from "../../db/new-id.ts";
import { wikiPages, wikiReadings, wikiStatements } from "../../db/schema.ts";
import {
  createRandomWord,
  mayReadChannel,
  type PageOfWorld,
  type PersonOfWorld,
  pickRandom,
  type Random,
  type TargetOfWorld,
  type World,
} from "./world.ts";

const READERS = ["place", "place", "restricted", "unknown"] as const;

/** Adds three pages to each target: one at the top level, one below that page, and one at a random position. */
export async function addPages(world: World, random: Random): Promise<void> {
  const { test, workspaceId } = world;
  for (const target of world.targets) {
    await test.db.insert(wikiReadings).values({ workspaceId, integrationId: target.id, listedAt: new Date() });
    for (let n = 0; n < 3; n++) await addPage(world, random, target);
  }
}

async function addPage({ test, workspaceId, pages }: World, random: Random, target: TargetOfWorld): Promise<void> {
  const there = pages.filter((page) => page.target === target);
  const above = there.length === 1 || random() < 0.5 ? (pickRandom(random, there) ?? null) : null;
  const page: PageOfWorld = {
    target,
    externalId: String(pages.length),
    word: createRandomWord(random, "page"),
    readers: pickRandom(random, READERS),
    above,
  };
  const id = newId();
  const text = `It is ${page.word}.`;
  await test.db.insert(wikiPages).values({
    workspaceId,
    id,
    integrationId: target.id,
    externalId: page.externalId,
    title: `About ${page.word}`,
    url: `https://wiki.example/${page.externalId}`,
    listedVersion: "1",
    readVersion: "1",
    readers: page.readers,
    above: pagesAbove(page).map(({ externalId }) => externalId),
    listedAt: new Date(),
    isDue: false,
    terms: extractTerms(`About ${page.word} ${text}`),
  });
  await test.db
    .insert(wikiStatements)
    .values({ workspaceId, pageId: id, position: 0, headings: [], form: "sentence", text });
  pages.push(page);
}

/**
 * Changes the readers of two pages, like the platform does, and the declared readers of one target, like an admin does.
 */
export async function changePages(world: World, random: Random): Promise<void> {
  const { test, workspaceId } = world;
  for (const page of [pickRandom(random, world.pages), pickRandom(random, world.pages)]) {
    page.readers = pickRandom(random, READERS);
    const isPage = and(eq(wikiPages.workspaceId, workspaceId), eq(wikiPages.externalId, page.externalId));
    await test.db.update(wikiPages).set({ readers: page.readers }).where(isPage);
  }
  const { id, wiki } = pickRandom(random, world.targets);
  wiki.readers = random() < 0.7 ? "everybody" : "admins";
  wiki.isRefused = random() < 0.1;
  await test.db.update(wikiReadings).set(wiki).where(eq(wikiReadings.integrationId, id));
}

const pagesAbove = ({ above }: PageOfWorld): PageOfWorld[] => (above ? [above, ...pagesAbove(above)] : []);

/** States the rule independently of the database. For a null person: whether everybody may read the page. */
export function mayReadPage(world: World, person: PersonOfWorld | null, page: PageOfWorld): boolean {
  const { wiki, readers } = page.target;
  if (wiki.isRefused || [page, ...pagesAbove(page)].some((one) => one.readers === "restricted")) return false;
  if (person?.membership === "owner" || person?.membership === "admin") return true;
  if (wiki.readers !== "everybody" || page.readers !== "place") return false;
  if (person === null) return readers.size === 0;
  return !person.isGuest && world.channels.every((one) => !readers.has(one.id) || mayReadChannel(person, one));
}
