import type { FastifyInstance } from "fastify";
import { openQuestionEndpoints } from "../../../shared/contract/open-questions.ts";
import { toQuestionItemId } from "../../../shared/domain/inbox.ts";
import { inWorkspaceAs, type PersonScope } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { setAssignment } from "../../inbox/index.ts";
import { insertPost } from "./post-queries.ts";
import { dismissQuestions, listExperts, listVisibleQuestions, lockQuestions } from "./question-queries.ts";
import { groupQuestions, listThreadsToAskIn, type VisibleGroup, viewQuestions } from "./question-views.ts";

export function openQuestionRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, openQuestionEndpoints, {
    "GET /api/questions": ({ viewer }) => inWorkspaceAs(deps.db, viewer, (scope) => viewQuestions(deps, scope)),

    "POST /api/questions/:id/ask": ({ viewer, params, body }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        await lockQuestions(scope);
        const group = await requireGroup(scope, params.id);
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
        const group = await requireGroup(scope, params.id);
        await dismissQuestions(
          scope,
          group.map(({ id }) => id),
        );
        const nobody = { assignee: null, dueOn: null, by: viewer.userId };
        await setAssignment(scope, toQuestionItemId(group[0].groupId), nobody);
        await deps.events.notify(scope, { type: "inbox" });
        return { success: true as const };
      }),
  });
}

/** Loads the group's questions that the person may see; throws not-found if this one is not among them. */
async function requireGroup(scope: PersonScope, id: string): Promise<VisibleGroup> {
  const [group] = groupQuestions(await listVisibleQuestions(scope, { of: id }));
  if (!group?.some((asking) => asking.id === id))
    throw new AppError("not-found", "There is no such question any more.");
  return group;
}
