import type { OpenQuestion } from "../../../shared/contract/open-questions.ts";
import { MIN_TIMES_OFTEN_ASKED } from "../../../shared/domain/ask.ts";
import { toQuestionItemId } from "../../../shared/domain/inbox.ts";
import type { PersonScope } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { addAssignmentState, listAssignments } from "../../inbox/index.ts";
import { findChatSource } from "../../integrations/index.ts";
import { buildPermalink } from "../../library/articles/index.ts";
import { removeMention } from "../in-chat/remove-mention.ts";
import { listExperts, listVisibleQuestions, type QuestionExpert, type VisibleQuestion } from "./question-queries.ts";

const MOST_QUESTIONS = 100;
const MOST_PLACES = 5;
const MOST_EXPERTS = 3;

/** The questions of one group that the person may see, latest first. */
export type VisibleGroup = [VisibleQuestion, ...VisibleQuestion[]];

/** Lists open questions first, then the most recently asked. */
export async function viewQuestions(deps: Pick<Deps, "connectors">, scope: PersonScope): Promise<OpenQuestion[]> {
  return viewGroups(deps, scope, groupQuestions(await listVisibleQuestions(scope)));
}

/** The open questions that were assigned to the person. */
export async function viewAssignedQuestions(
  deps: Pick<Deps, "connectors">,
  scope: PersonScope,
): Promise<OpenQuestion[]> {
  return viewGroups(deps, scope, groupQuestions(await listVisibleQuestions(scope, { isMine: true })).filter(isOpen));
}

async function viewGroups({ connectors }: Pick<Deps, "connectors">, scope: PersonScope, all: VisibleGroup[]) {
  const groups = all.slice(0, MOST_QUESTIONS);
  const experts = await listExperts(scope, [...new Set(groups.flat().flatMap(({ near }) => near))]);
  const standings = await listAssignments(
    scope,
    groups.map(([{ groupId }]) => toQuestionItemId(groupId)),
  );
  return groups.map((group) =>
    addAssignmentState(questionView(connectors, group, experts), standings.get(toQuestionItemId(group[0].groupId))),
  );
}

/** Lists questions that were asked several times and are not answered, most often asked first. */
export async function listOftenAsked(scope: PersonScope): Promise<{ question: string; times: number }[]> {
  return groupQuestions(await listVisibleQuestions(scope))
    .filter((group) => isOpen(group) && group.length >= MIN_TIMES_OFTEN_ASKED)
    .map((group) => ({ question: wordsOf(group[0]), times: group.length }))
    .toSorted((a, b) => b.times - a.times);
}

export function groupQuestions(seen: VisibleQuestion[]): VisibleGroup[] {
  const groups = new Map<string, VisibleGroup>();
  for (const asking of seen) {
    const group = groups.get(asking.groupId);
    if (group) group.push(asking);
    else groups.set(asking.groupId, [asking]);
  }
  return [...groups.values()].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
}

const isOpen = (group: VisibleGroup) => group.some(({ state }) => state === "open");

function questionView(connectors: Deps["connectors"], group: VisibleGroup, experts: QuestionExpert[]): OpenQuestion {
  const [latest] = group;
  const answered = isOpen(group) ? undefined : group.find(({ articleId }) => articleId !== null);
  const asked = group.find(({ postState }) => postState !== null);
  return {
    id: latest.id,
    item: toQuestionItemId(latest.groupId),
    question: wordsOf(latest),
    state: isOpen(group) ? "open" : "answered",
    times: group.length,
    people: new Set(group.map(({ asker }) => asker)).size,
    lastAskedAt: new Date(latest.askedAt).toISOString(),
    places: group
      .filter(({ channelId }) => channelId !== null)
      .slice(0, MOST_PLACES)
      .map((asking) => ({
        channelName: asking.channelName ?? "",
        askedAt: new Date(asking.askedAt).toISOString(),
        permalink: buildPermalink(connectors, asking, {
          externalId: asking.messageId ?? "",
          threadId: asking.threadId,
        }),
      })),
    isAskedHere: group.some(({ channelId }) => channelId === null),
    article: answered?.articleId ? { id: answered.articleId, title: answered.articleTitle ?? "" } : null,
    mayKnow: listThreadsToAskIn(connectors, group, experts).map(({ expert, to }) => ({
      id: expert.personId,
      name: expert.name,
      channelName: to?.channelName ?? null,
    })),
    asked: asked ? { name: asked.askedName ?? "Somebody", state: POST_STATES[asked.postState ?? "over"] } : null,
  };
}

const POST_STATES = { "to-post": "waiting", posted: "posted", over: "failed" } as const;

const wordsOf = ({ channelId, text }: VisibleQuestion) => (channelId === null ? text : removeMention(text));

interface WayToAsk {
  expert: QuestionExpert;
  /** The question to post about and the thread to post in; null if posting is impossible. */
  to: { questionId: string; channelId: string; channelName: string; threadId: string } | null;
}

/** Prefers the question's own thread if it was asked in the expert's chat, else the thread of the expert's nearest explanation. */
export function listThreadsToAskIn(
  connectors: Deps["connectors"],
  group: VisibleGroup,
  experts: QuestionExpert[],
): WayToAsk[] {
  const near = group.flatMap((asking) => asking.near);
  const known = experts
    .filter(({ articleId }) => near.includes(articleId))
    .sort((a, b) => near.indexOf(a.articleId) - near.indexOf(b.articleId));
  const people = new Map(known.toReversed().map((expert) => [expert.personId, expert]));
  const askers = new Set(group.map(({ asker }) => asker));
  return [...new Set(known.map(({ personId }) => personId))]
    .flatMap((personId) => people.get(personId) ?? [])
    .filter(({ platform, personId }) => !askers.has(`${platform} ${personId}`))
    .slice(0, MOST_EXPERTS)
    .map((expert) => ({ expert, to: placeFor(connectors, group, expert) }));
}

function placeFor(connectors: Deps["connectors"], group: VisibleGroup, expert: QuestionExpert): WayToAsk["to"] {
  const source = findChatSource(connectors, expert.platform);
  if (!source?.answers || expert.integrationId === null || expert.isShared) return null;
  const inThread = group.find(
    ({ integrationId, channelId, isPrivate, state }) =>
      state === "open" &&
      integrationId === expert.integrationId &&
      channelId !== null &&
      (!isPrivate || expert.privateChannels.includes(channelId)),
  );
  if (inThread?.channelId && inThread.threadId)
    return {
      questionId: inThread.id,
      channelId: inThread.channelId,
      channelName: inThread.channelName ?? "",
      threadId: inThread.threadId,
    };
  // A channel's question is never repeated in another channel, which may have other readers.
  const here = group.find(({ channelId, state }) => channelId === null && state === "open");
  return here ? { questionId: here.id, ...placeIn(expert) } : null;
}

const placeIn = ({ channelId, channelName, threadId }: QuestionExpert) => ({ channelId, channelName, threadId });
