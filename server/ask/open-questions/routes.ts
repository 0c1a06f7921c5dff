import type { FastifyInstance } from "fastify";
import { openQuestionEndpoints } from "../../../shared/contract/open-questions.ts";
import { isAtLeast, type Membership } from "../../../shared/domain/access.ts";
import { inWorkspaceAs, type PersonScope } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { insertPost } from "./post-queries.ts";
import { dismissQuestions, listExperts, listVisibleQuestions, lockQuestions } from "./question-queries.ts";
import { groupQuestions, listThreadsToAskIn, type VisibleGroup, viewQuestions } from "./question-views.ts";

export function openQuestionRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, openQuestionEndpoints, {
    "GET /api/questions": ({ viewer }) =>
      inWorkspaceAs(deps.db, viewer, (scope) => viewQuestions(deps, scope, isEditor(viewer))),

    "POST /api/questions/:id/ask": ({ viewer, params, body }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        await lockQuestions(scope);
        const group = await requireGroup(scope, params.id, isEditor(viewer));
        if (group.some(({ postState }) => postState !== null))
          throw new AppError("conflict", "Somebody was asked already.");
        const experts = await listExperts(scope, [...new Set(group.flatMap(({ near }) => near))]);
        const way = listThreadsToAskIn(deps.connectors, group, experts).find(
          ({ expert }) => expert.personId === body.person,
        );
        if (!way?.to) throw new AppError("conflict", "This person cannot be asked in the chat any more.");
        await insertPost(scope, { id: newId(), kind: "ask", personId: way.expert.personId, ...way.to });
        return { success: true as const };
      }),

    "POST /api/questions/:id/dismiss": ({ viewer, params }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        const group = await requireGroup(scope, params.id, isEditor(viewer));
        await dismissQuestions(
          scope,
          group.map(({ id }) => id),
        );
        return { success: true as const };
      }),
  });
}

/** Editors see questions from the product, because they write the articles. */
const isEditor = ({ membership }: { membership: Membership }) => isAtLeast(membership, "editor");

/** Loads the group's questions that the person may see; throws not-found if this one is not among them. */
async function requireGroup(scope: PersonScope, id: string, isEditor: boolean): Promise<VisibleGroup> {
  const [group] = groupQuestions(await listVisibleQuestions(scope, { isEditor, of: id }));
  if (!group?.some((asking) => asking.id === id))
    throw new AppError("not-found", "There is no such question any more.");
  return group;
}
