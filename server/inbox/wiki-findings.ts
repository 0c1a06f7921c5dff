import type { FastifyInstance } from "fastify";
import type { ConnectorRegistry } from "../../connectors/registry.ts";
import { LONGEST_CHANGE } from "../../connectors/wiki-repair.ts";
import { splitSentences } from "../../engine/text/pieces.ts";
import { FINDING_CHOICES, type WikiFinding, wikiFindingEndpoints } from "../../shared/contract/wiki-findings.ts";
import { parseInline, plainText } from "../../shared/markdown/parse-inline.ts";
import { inWorkspaceAs, type PersonScope, type ReaderScope, readAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { invalid, notFound } from "../errors.ts";
import { serve } from "../http/routes.ts";
import { viewQuote } from "../library/dedupe/index.ts";
import { type EventDeps } from "../library/index.ts";
import {
  articleWanted,
  closeFinding,
  type FindingSource,
  findOpenFinding,
  listFindingSources,
  listOpenFindings,
  type OpenFinding,
} from "../wiki/index.ts";

const MOST_SHOWN = 50;
const MOST_SAYINGS = 5;

export function wikiFindingRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, wikiFindingEndpoints, {
    "GET /api/wiki-findings": ({ viewer }) => readAs(deps.db, viewer, (scope) => listFindings(deps.connectors, scope)),

    "POST /api/wiki-findings/:id/decide": ({ viewer, params, body }) =>
      inWorkspaceAs(deps.db, viewer, (scope) => decideFinding(deps, scope, params.id, body.choice)),
  });
}

async function listFindings(connectors: ConnectorRegistry, scope: ReaderScope): Promise<WikiFinding[]> {
  const open = await listOpenFindings(scope, { limit: MOST_SHOWN });
  const said = Map.groupBy(await listFindingSources(scope, open), ({ articleId }) => articleId);
  return open.map((finding) => findingView(connectors, finding, said.get(finding.id) ?? []));
}

type Choice = (typeof FINDING_CHOICES)[number];

const CHOICES: Record<OpenFinding["kind"], Choice[]> = {
  contradicts: [...FINDING_CHOICES],
  adds: ["ignore", "own-article"],
};

const findingView = (connectors: ConnectorRegistry, finding: OpenFinding, said: FindingSource[]): WikiFinding => {
  const { id, kind, headings, oldText, fresh, times, since, editedAt, ...page } = finding;
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
    headings,
    oldText,
    fresh: fresh.map(({ form, text }) => ({ form, text })),
    saidBy: said.slice(-MOST_SAYINGS).map((row) => viewQuote(connectors, row)),
    times,
    since: since.toISOString(),
    choices: CHOICES[kind],
    update: updateOf(connectors, finding),
  };
};

/** The suggested change of the page. Null where its platform, a table, code or the length allows none. */
function updateOf({ targets }: ConnectorRegistry, finding: OpenFinding): WikiFinding["update"] {
  const { platform, kind, form, fresh, oldText, position, pageVersion: version } = finding;
  if (!targets[platform as keyof typeof targets]?.repair) return null;
  if (form !== "sentence" || fresh.some((statement) => statement.form === "code")) return null;
  if (oldText.length > LONGEST_CHANGE) return null;
  const said = fresh.map((statement) => plainText(parseInline(statement.text))).join(" ");
  const text = kind === "adds" ? said : replaceNearest(oldText, said);
  return text.length > LONGEST_CHANGE ? null : { version, position, text };
}

/** The passage with new words in place of its sentence that shares most words with them. */
function replaceNearest(passage: string, said: string): string {
  const sentences = splitSentences(passage);
  if (sentences.length < 2) return said;
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const words = wordsOf(said);
  const shared = sentences.map((sentence) => wordsOf(sentence).intersection(words).size);
  return sentences.with(shared.indexOf(Math.max(...shared)), said).join(" ");
}

const DONE: Record<Choice, string> = {
  "page-is-right": "The page stays as it is.",
  ignore: "It is ignored.",
  "own-article": "The conversation is written up as an article.",
};

/** Only findings that the person may read can be decided. */
async function decideFinding(
  deps: EventDeps,
  scope: PersonScope,
  id: string,
  choice: Choice,
): Promise<{ message: string }> {
  const finding = await findOpenFinding(scope, id);
  if (!finding) throw notFound("finding");
  if (!CHOICES[finding.kind].includes(choice)) throw invalid("This choice is not available here.");
  const closed = await closeFinding(scope, finding, { choice, by: scope.reader });
  // Somebody else decided it meanwhile.
  if (closed.length === 0) throw notFound("finding");
  if (choice === "own-article")
    await articleWanted.announce(deps, scope, { conversationIds: closed, by: scope.reader });
  await deps.events.notify(scope, { type: "inbox" });
  return { message: DONE[choice] };
}
