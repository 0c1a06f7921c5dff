import type { FastifyInstance } from "fastify";
import type { ConnectorRegistry } from "../../connectors/registry.ts";
import { LONGEST_CHANGE } from "../../connectors/wiki-repair.ts";
import { splitSentences } from "../../engine/text/pieces.ts";
import type { UndoableDecision as Decided } from "../../shared/contract/inbox.ts";
import { FINDING_CHOICES, type WikiFinding, wikiFindingEndpoints } from "../../shared/contract/wiki-findings.ts";
import { toFindingItemId, UNDO_HOURS } from "../../shared/domain/inbox.ts";
import { recordActivity } from "../activity/index.ts";
import {
  inWorkspaceAs,
  type PersonScope,
  type ReaderScope,
  readInWorkspaceAs,
  scopeForReader,
} from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { serveEndpoints } from "../http/routes.ts";
import { viewQuote } from "../library/dedupe/index.ts";
import { type EventDeps, type UndoableDecision } from "../library/index.ts";
import {
  articleRequested,
  closeFinding,
  findOpenFinding,
  hasWrittenArticle,
  listFindingSources,
  listOpenFindings,
  listUndoableFindings,
  lockConversationsOfFinding,
  type OpenFinding,
  reopenFinding,
  toFindingText,
} from "../wiki/findings/index.ts";
import { addAssignmentState, listAssignments } from "./assignment-queries.ts";

const MOST_SHOWN = 50;
const MOST_SAYINGS = 5;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function wikiFindingRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, wikiFindingEndpoints, {
    "GET /api/wiki-findings": ({ viewer, query }) =>
      readInWorkspaceAs(deps.db, viewer, (scope) =>
        listFindings(deps.connectors, scope, { mine: query.mine === "true", snoozed: query.snoozed === "true" }),
      ),

    "POST /api/wiki-findings/:id/decide": ({ viewer, params, body }) =>
      inWorkspaceAs(deps.db, viewer, (scope) => decideFinding(deps, scope, params.id, body.choice)),
  });
}

async function listFindings(
  connectors: ConnectorRegistry,
  scope: ReaderScope,
  part: { mine: boolean; snoozed: boolean },
): Promise<WikiFinding[]> {
  const open = await listOpenFindings(scope, { part, limit: MOST_SHOWN });
  const said = Map.groupBy(await listFindingSources(scope, open), ({ articleId }) => articleId);
  const items = open.map(({ id }) => toFindingItemId(id));
  const standings = await listAssignments(scope, items);
  return open.map((finding) =>
    addAssignmentState(
      findingView(connectors, finding, said.get(finding.id) ?? []),
      standings.get(toFindingItemId(finding.id)),
    ),
  );
}

type FindingChoice = (typeof FINDING_CHOICES)[number];

const CHOICES: Record<OpenFinding["kind"], FindingChoice[]> = {
  contradicts: [...FINDING_CHOICES],
  adds: ["ignore", "own-article"],
};

type Sources = Awaited<ReturnType<typeof listFindingSources>>;

/** A conversation that has an article does not become another one. */
const choicesOf = ({ kind, hasArticle }: OpenFinding) =>
  CHOICES[kind].filter((choice) => choice !== "own-article" || !hasArticle);

const findingView = (connectors: ConnectorRegistry, finding: OpenFinding, said: Sources): WikiFinding => {
  const { id, kind, headings, oldText, fresh, times, earlier, since, editedAt, ...page } = finding;
  return {
    id,
    kind,
    page: {
      id: page.pageId,
      title: page.title,
      url: page.url,
      platform: page.platform,
      editedAt: editedAt?.toISOString() ?? null,
      editedBy: page.editedBy,
    },
    integrationId: page.integrationId,
    headings,
    oldText,
    fresh: fresh.map((statement) => ({ form: statement.form, text: toFindingText([statement]) })),
    saidBy: said.slice(-MOST_SAYINGS).map((row) => viewQuote(connectors, row)),
    times,
    earlier: earlier.map(({ text, saidAt }) => ({ text, saidAt: saidAt.toISOString() })),
    since: since.toISOString(),
    choices: choicesOf(finding),
    update: updateOf(connectors, finding),
    comment: commentOf(connectors, finding),
  };
};

/** The suggested change of the page; null if its platform, a table, code or its length allows none. */
function updateOf({ targets }: ConnectorRegistry, finding: OpenFinding): WikiFinding["update"] {
  const { platform, form, fresh, oldText, position, pageVersion: version } = finding;
  if (!targets[platform as keyof typeof targets]?.repair) return null;
  if (form !== "sentence" || fresh.some((statement) => statement.form === "code")) return null;
  if (oldText.length > LONGEST_CHANGE) return null;
  const text = suggestWords(finding);
  return text.length > LONGEST_CHANGE ? null : { version, position, text };
}

function suggestWords({ kind, fresh, oldText }: OpenFinding): string {
  const said = toFindingText(fresh);
  return kind === "adds" ? said : replaceNearest(oldText, said);
}

/** A comment of a private channel's finding begins with the page's own words. */
function commentOf({ targets }: ConnectorRegistry, finding: OpenFinding): WikiFinding["comment"] {
  const { platform, kind, isPublic, oldText, position, pageVersion: version } = finding;
  if (!targets[platform as keyof typeof targets]?.comment) return null;
  const words = isPublic ? suggestWords(finding) : kind === "adds" ? "" : oldText;
  return { version, position, text: words.slice(0, LONGEST_CHANGE), isPrivate: !isPublic };
}

/** The passage with new words instead of the sentence that shares most words with them. */
function replaceNearest(passage: string, said: string): string {
  const sentences = splitSentences(passage);
  if (sentences.length < 2) return said;
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const words = wordsOf(said);
  const shared = sentences.map((sentence) => wordsOf(sentence).intersection(words).size);
  return sentences.with(shared.indexOf(Math.max(...shared)), said).join(" ");
}

const DONE: Record<FindingChoice, string> = {
  "page-is-right": "The page stays as it is.",
  ignore: "It is ignored.",
  "own-article": "The conversation is written up as an article.",
};

/** Only readable findings can be decided. */
async function decideFinding(
  deps: EventDeps,
  scope: PersonScope,
  id: string,
  choice: FindingChoice,
): Promise<{ message: string; undo: UndoableDecision }> {
  const finding = await findOpenFinding(scope, id);
  if (!finding) throw notFound("finding");
  if (!CHOICES[finding.kind].includes(choice)) throw invalid("This choice is not available here.");
  const decided = { id, passage: finding.oldText, text: toFindingText(finding.fresh) };
  if (choice === "own-article") await lockConversationsOfFinding(scope, decided);
  const closed = await closeFinding(scope, decided, { choice, by: scope.reader });
  // Somebody else decided it meanwhile.
  if (closed.length === 0) throw notFound("finding");
  if (choice === "own-article")
    await articleRequested.announce(deps, scope, { conversationIds: closed, by: scope.reader });
  await note(deps, scope, { pageId: finding.pageId, message: `Decided about a page of the wiki: ${DONE[choice]}` });
  await deps.events.notify(scope, { type: "inbox" });
  return { message: DONE[choice], undo: { id, until: untilOf(new Date()) } };
}

/** The activity log does not name the page, because people who may not read the page may read the log. */
const note = (
  deps: Pick<EventDeps, "events">,
  scope: PersonScope,
  { pageId, message }: { pageId: string; message: string },
) => recordActivity(scope, deps.events, { type: "change", message, data: { pageId }, by: scope.reader });

const untilOf = (decidedAt: Date) => new Date(decidedAt.getTime() + UNDO_HOURS * 3_600_000).toISOString();

/** The person's latest decisions about pages that can be undone. */
export const listDecidedFindings = async (scope: ReaderScope, by: string): Promise<Decided[]> =>
  (await listUndoableFindings(scope, { by, limit: MOST_SHOWN })).map(
    ({ id, choice, decidedAt, pageId, title, url }) => ({
      id,
      article: { id: pageId, title },
      pageUrl: url,
      kind: null,
      choice,
      note: "",
      decidedAt: decidedAt.toISOString(),
      until: untilOf(decidedAt),
    }),
  );

/** Reopens a decided finding. Refuses if an article was written instead, until a person moves it to the trash. */
export async function undoFindingDecision(deps: EventDeps, scope: ReaderScope, id: string, by: string): Promise<void> {
  const [decided] = UUID.test(id) ? await listUndoableFindings(scope, { id, limit: 1 }) : [];
  if (!decided) throw notFound("decision");
  const conversationIds = await reopenFinding(scope, id);
  if (conversationIds.length === 0) throw conflict("This decision can no longer be undone.");
  if (decided.choice === "own-article" && (await hasWrittenArticle(scope, conversationIds, decided.decidedAt)))
    throw conflict("The article is written. Move it to the trash to take the decision back.");
  await note(deps, scopeForReader(scope, by), {
    pageId: decided.pageId,
    message: "A decision about a page of the wiki was undone.",
  });
  await deps.events.notify(scope, { type: "inbox" });
}
