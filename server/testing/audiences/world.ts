import { and, eq } from "drizzle-orm";
import type { Encoder } from "../../../engine/encoder/meaning.ts";
import { recordActivity } from "../../activity/index.ts";
import { indexArticlesForAnswers } from "../../ask/read-articles.ts";
import { newId } from "../../db/new-id.ts";
import {
  articleSources,
  articles,
  channelAudiences,
  channelMembers,
  channelReaders,
  channels,
  chatIdentities,
  conversations,
  inboxItems,
  knowledgeIntegrations,
  sessions,
  users,
} from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { releaseArticle, releaseChannel, withdrawReleases } from "../../library/review-queries.ts";
import { createToken, hashToken } from "../../workspace/accounts/tokens.ts";
import {
  buildArticle,
  buildArticleSource,
  buildChannel,
  buildIntegration,
  buildMessage,
  buildUser,
  buildWorkspace,
} from "../factories.ts";
import type { SignedIn, TestApp } from "../test-app.ts";

/** The real application on any database. */
export type Stage = Pick<TestApp, "app" | "db" | "deps">;

/** Returns a number from 0 to 1. The same seed yields the same sequence. */
export type Random = () => number;

export interface PersonOfWorld extends SignedIn {
  id: string;
  email: string;
  isProven: boolean;
  membership: "owner" | "admin" | "editor" | "viewer";
  /** The person's chat account; null if no account has the address. */
  externalId: string | null;
  isGuest: boolean;
}

export interface ChannelOfWorld {
  id: string;
  isPrivate: boolean;
  isRemoved: boolean;
  isKnown: boolean;
  isRead: boolean;
  chosenBy: string | null;
  members: Set<string>;
  readers: Set<string>;
  /** A person decided to publish the channel's articles also on targets with other readers. */
  isReleased: boolean;
  /** A secret word that occurs in this channel only. */
  word: string;
}

export interface ArticleOfWorld {
  id: string;
  /** A secret word in the article's title, text, tags, category and versions. */
  word: string;
  channels: Set<string>;
  /** Private channels for which a person allowed publishing the article to other readers. */
  released: Set<string>;
  itemId: string;
}

export interface TargetOfWorld {
  id: string;
  /** Channels whose members read the target. If empty, the whole workspace reads it. */
  readers: Set<string>;
  /** The readers of the target's pages as an admin declared them, and whether the platform refuses our account. */
  wiki: { readers: "admins" | "everybody"; isRefused: boolean };
}

/** A page of a target's platform. */
export interface PageOfWorld {
  target: TargetOfWorld;
  externalId: string;
  /** A secret word that occurs on this page only. */
  word: string;
  readers: "place" | "restricted" | "unknown";
  /** The parent page. Its restriction applies to this page too. */
  above: PageOfWorld | null;
}

/** A workspace in the database, and a model of the workspace in plain objects. The model decides who may read what. */
export interface World {
  test: Stage;
  workspaceId: string;
  people: PersonOfWorld[];
  channels: ChannelOfWorld[];
  articles: ArticleOfWorld[];
  targets: TargetOfWorld[];
  pages: PageOfWorld[];
}

/**
 * Gives every text the same embedding, so that every article matches every question. Only permissions can then hide an
 * article.
 */
export const SAME_FOR_ALL_READERS: Encoder = {
  encode: async (texts) => texts.map(() => new Float32Array(512).fill(1 / Math.sqrt(512))),
};

const MEMBERSHIPS = ["owner", "admin", "editor", "viewer"] as const;
export const TEAM = "T1";

export const pickRandom = <Some>(random: Random, some: readonly Some[]): Some =>
  some[Math.floor(random() * some.length)] as Some;
export const createRandomWord = (random: Random, kind: string) => `${kind}${Math.floor(random() * 1e12).toString(36)}q`;

export async function createWorld(test: Stage, random: Random): Promise<World> {
  const { id: workspaceId } = await buildWorkspace(test.db);
  const world: World = { test, workspaceId, people: [], channels: [], articles: [], targets: [], pages: [] };
  for (const membership of MEMBERSHIPS) {
    const user = await buildUser(test.db, { workspaceId, membership });
    const { id, email } = user;
    const signedIn = await signIn(test, { userId: id, workspaceId, membership });
    world.people.push({ ...signedIn, id, email, isProven: true, membership, externalId: null, isGuest: false });
  }
  for (let n = 0; n < 4; n++) await addChannel(world, random);
  for (let n = 0; n < 5; n++) await addArticle(world, random);
  for (let n = 0; n < 2; n++)
    world.targets.push({
      id: (await buildIntegration(test.db, { workspaceId })).id,
      readers: new Set(),
      wiki: { readers: "admins", isRefused: false },
    });
  return world;
}

async function signIn({ app, db }: Stage, viewer: SignedIn["viewer"]): Promise<SignedIn> {
  const token = createToken();
  const { workspaceId, userId } = viewer;
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.insert(sessions).values({ tokenHash: hashToken(token), workspaceId, userId, expiresAt });
  const cookie = `sid=${token}`;
  return { cookie, viewer, inject: (options) => app.inject({ ...options, headers: { ...options.headers, cookie } }) };
}

async function addChannel(world: World, random: Random): Promise<void> {
  const { test, workspaceId } = world;
  const isPrivate = random() < 0.6;
  const chosenBy = random() < 0.5 ? pickRandom(random, world.people).id : null;
  const { id } = await buildChannel(test.db, { workspaceId, teamId: TEAM, isPrivate, chosenBy });
  const said = createRandomWord(random, "said");
  world.channels.push({
    id,
    isPrivate,
    chosenBy,
    isRemoved: false,
    isKnown: false,
    isRead: false,
    isReleased: false,
    members: new Set(),
    readers: new Set(),
    word: said,
  });
}

/** Adds an article with a conversation and a contradiction, each from a random channel. */
async function addArticle(world: World, random: Random): Promise<void> {
  const { test, workspaceId } = world;
  const present = world.channels.filter(({ isRemoved }) => !isRemoved);
  const own = pickRandom(random, present);
  const own2 = pickRandom(random, present);
  const told = createRandomWord(random, "told");
  const statement = { form: "sentence" as const, text: `It is ${told}.`, language: null, sources: ["1"] };
  const { id } = await buildArticle(test.db, {
    workspaceId,
    channelId: own.id,
    title: `About ${told}`,
    summaryText: `It is ${told}.`,
    summary: [statement],
    bodyText: `It is ${told}.`,
    category: `Category ${told}`,
    tags: [told],
    keywords: [told],
    state: random() < 0.5 ? "stands" : "review",
  });
  const { id: channelId } = own2;
  await buildArticleSource(test.db, { workspaceId, articleId: id, channelId, text: `It is ${told}.` });
  const elsewhere = pickRandom(random, present);
  const message = await buildMessage(test.db, { workspaceId, channelId: elsewhere.id, text: `So ${elsewhere.word}.` });
  await test.db.update(articleSources).set({ messageExternalId: "1" }).where(eq(articleSources.articleId, id));
  const conversationId = newId();
  const now = new Date();
  await test.db.insert(conversations).values({
    workspaceId,
    id: conversationId,
    channelId: elsewhere.id,
    key: message.externalId,
    messageCount: 1,
    firstAt: now,
    lastAt: now,
    fingerprint: "x",
    articleId: id,
    isEvidence: true,
  });
  const itemId = newId();
  const fresh = { ...statement, text: `No, ${elsewhere.word}.`, sources: [message.externalId] };
  await test.db.insert(inboxItems).values({
    workspaceId,
    id: itemId,
    kind: "conflict",
    articleId: id,
    conversationId,
    subject: told,
    known: statement,
    fresh: { title: "", summary: [fresh], body: [], tags: [], keywords: [] },
    confidence: 1,
  });
  await inWorkspace(test.db, workspaceId, (scope) =>
    recordActivity(scope, test.deps.events, {
      type: "change",
      message: `About ${told} was written.`,
      data: { articleId: id },
    }),
  );
  await indexArticlesForAnswers(test.deps);
  world.articles.push({ id, word: told, itemId, channels: new Set([own.id, own2.id]), released: new Set() });
}

/** Makes one random change, like the chat, an admin or the engine. */
export async function changeWorld(world: World, random: Random): Promise<void> {
  const channel = pickRandom(random, world.channels);
  const person = pickRandom(random, world.people);
  await pickRandom(random, CHANGES)(world, random, channel, person);
}

type Change = (world: World, random: Random, channel: ChannelOfWorld, person: PersonOfWorld) => Promise<unknown>;

const CHANGES: readonly Change[] = [
  joinOrLeave,
  joinOrLeave,
  joinOrLeave,
  changeChatAccount,
  convert,
  grantAccess,
  changeMembers,
  changeGuest,
  changeProof,
  changeRole,
  remove,
  moveOrAddText,
  changeTargetReaders,
  changeTargetReaders,
  release,
];

async function joinOrLeave(
  { test, workspaceId }: World,
  _random: Random,
  channel: ChannelOfWorld,
  person: PersonOfWorld,
) {
  const externalId = person.externalId ?? "U-nobody";
  const isMember = and(eq(channelMembers.channelId, channel.id), eq(channelMembers.externalId, externalId));
  if (channel.members.delete(externalId)) return test.db.delete(channelMembers).where(isMember);
  channel.members.add(externalId);
  return test.db.insert(channelMembers).values({ workspaceId, channelId: channel.id, externalId });
}

async function changeChatAccount(
  { test, workspaceId, people }: World,
  random: Random,
  _: ChannelOfWorld,
  person: PersonOfWorld,
) {
  const { id: userId, email } = person;
  await test.db.delete(chatIdentities).where(eq(chatIdentities.userId, userId));
  person.externalId = random() < 0.8 ? `U${people.indexOf(person)}` : null;
  person.isGuest = random() < 0.2;
  const { externalId, isGuest } = person;
  await test.db
    .insert(chatIdentities)
    .values({ workspaceId, userId, platform: "slack", teamId: TEAM, email, externalId, isGuest });
}

async function convert(world: World, _random: Random, channel: ChannelOfWorld) {
  const { test } = world;
  if (channel.isRemoved) return;
  channel.isPrivate = !channel.isPrivate;
  await test.db.update(channels).set({ isPrivate: channel.isPrivate }).where(eq(channels.id, channel.id));
  if (!channel.isPrivate) return;
  channel.isReleased = false;
  for (const { released } of world.articles) released.delete(channel.id);
}

/** Adds the channel to a target's declared readers, or removes it, like an admin. */
async function changeTargetReaders({ test, targets }: World, random: Random, { id }: ChannelOfWorld) {
  const target = pickRandom(random, targets);
  if (!target.readers.delete(id)) target.readers.add(id);
  const readerChannels = [...target.readers];
  await test.db.update(knowledgeIntegrations).set({ readerChannels }).where(eq(knowledgeIntegrations.id, target.id));
}

/** A person allows or forbids publishing an article, or all articles of a channel, to other readers. */
async function release({ test, workspaceId, ...world }: World, random: Random, channel: ChannelOfWorld) {
  const article = pickRandom(random, world.articles);
  const isWhole = random() < 0.2;
  const isBack = random() < 0.5;
  await inWorkspace(test.db, workspaceId, async (scope) => {
    if (isBack) return withdrawReleases(scope, [article.id], isWhole ? channel.id : null);
    return isWhole ? releaseChannel(scope, channel.id) : releaseArticle(scope, article.id);
  });
  if (isBack) article.released.clear();
  if (isWhole) channel.isReleased = !isBack && channel.isPrivate;
  if (isBack || isWhole) return;
  for (const one of world.channels)
    if (article.channels.has(one.id) && one.isPrivate && !one.isReleased) article.released.add(one.id);
}

/** True if all readers of the target may read the article, by the decisions of admins and other people. */
export const isPublishedTo = (world: World, target: TargetOfWorld, article: ArticleOfWorld): boolean =>
  world.channels.every(
    ({ id, isPrivate, isReleased }) =>
      !isPrivate || isReleased || !article.channels.has(id) || article.released.has(id) || target.readers.has(id),
  );

async function grantAccess(
  { test, workspaceId }: World,
  random: Random,
  channel: ChannelOfWorld,
  { id: userId }: PersonOfWorld,
) {
  const isReader = and(eq(channelReaders.channelId, channel.id), eq(channelReaders.userId, userId));
  if (channel.readers.delete(userId)) return test.db.delete(channelReaders).where(isReader);
  if (random() < 0.5) return;
  channel.readers.add(userId);
  return test.db.insert(channelReaders).values({ workspaceId, channelId: channel.id, userId });
}

async function changeMembers({ test }: World, random: Random, channel: ChannelOfWorld) {
  channel.isRead = random() < 0.8;
  channel.isKnown = channel.isRead && random() < 0.8;
  const told = { membersReadAt: channel.isRead ? new Date() : null, isKnown: channel.isKnown };
  await test.db.update(channelAudiences).set(told).where(eq(channelAudiences.channelId, channel.id));
}

async function changeGuest({ test }: World, _random: Random, _channel: ChannelOfWorld, person: PersonOfWorld) {
  const known = await test.db
    .update(chatIdentities)
    .set({ isGuest: !person.isGuest })
    .where(eq(chatIdentities.userId, person.id))
    .returning({ isGuest: chatIdentities.isGuest });
  if (known.length > 0) person.isGuest = !person.isGuest;
}

async function changeProof({ test }: World, _random: Random, _channel: ChannelOfWorld, person: PersonOfWorld) {
  person.isProven = !person.isProven;
  const emailProof = person.isProven ? "mail" : "nobody";
  await test.db.update(users).set({ emailProof }).where(eq(users.id, person.id));
}

async function changeRole({ test }: World, random: Random, _channel: ChannelOfWorld, person: PersonOfWorld) {
  person.membership = pickRandom(random, MEMBERSHIPS);
  await test.db.update(users).set({ membership: person.membership }).where(eq(users.id, person.id));
}

/** Removes the channel. Its articles keep their restricted audience. */
async function remove({ test, channels: all }: World, random: Random, channel: ChannelOfWorld) {
  if (channel.isRemoved || random() < 0.7 || all.filter(({ isRemoved }) => !isRemoved).length < 3) return;
  channel.isRemoved = true;
  await test.db.delete(channels).where(eq(channels.id, channel.id));
}

/** Moves the article's text to another channel, or adds text from another channel. */
async function moveOrAddText(world: World, random: Random, channel: ChannelOfWorld) {
  const { test, workspaceId } = world;
  if (channel.isRemoved) return;
  if (random() < 0.1) return addChannel(world, random);
  if (random() < 0.2) return addArticle(world, random);
  const article = pickRandom(random, world.articles);
  article.channels.add(channel.id);
  if (random() < 0.3) await test.db.update(articles).set({ channelId: channel.id }).where(eq(articles.id, article.id));
  else await buildArticleSource(test.db, { workspaceId, articleId: article.id, channelId: channel.id });
}

/** States the rule independently of the database. */
export function mayReadChannel(person: PersonOfWorld, channel: ChannelOfWorld): boolean {
  const externalId = person.isProven ? person.externalId : null;
  if (externalId !== null && channel.members.has(externalId)) return true;
  if (channel.readers.has(person.id)) return true;
  if (!channel.isPrivate) return !person.isGuest;
  const isStandIn = channel.chosenBy === null ? person.membership === "owner" : channel.chosenBy === person.id;
  if (!isStandIn) return false;
  const isInCharge = person.membership === "owner" || person.membership === "admin";
  return !channel.isRead || !channel.isKnown || (externalId === null && isInCharge);
}

export const mayReadArticle = (world: World, person: PersonOfWorld, article: ArticleOfWorld): boolean =>
  world.channels.every((channel) => !article.channels.has(channel.id) || mayReadChannel(person, channel));
