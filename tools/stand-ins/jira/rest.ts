import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findAccount } from "./gateway.ts";
import { parseJql, searchIssues, toFoundIssue } from "./search.ts";
import { HUMAN_EDITOR_ID, type JiraState, STATUSES, type StandInIssue, type StandInType } from "./state.ts";
import { type AdfNode, explainInvalidDocument, explainInvalidFields } from "./validate.ts";
import { issueJson, toWirePerson } from "./wire.ts";

const GONE = ["Issue does not exist or you do not have permission to see it."];

/** Jira Cloud's REST API, version 3, built from its published description. */
export function restRoutes(app: FastifyInstance, state: JiraState, baseOf: () => string): void {
  const ways = { app, state, baseOf };
  const isVisitors = (request: FastifyRequest) =>
    request.method === "GET" && /\/rest\/api\/3\/project\//.test(request.url) && !request.headers.authorization;
  app.addHook("preHandler", async (request, reply) => {
    const isApi = request.url.includes("/rest/api/3/");
    if (isApi && !isVisitors(request) && !findAccount(request, state))
      return reply.code(401).send("Client must be authenticated to access this resource.");
  });
  placeRoutes(ways);
  issueRoutes(ways);
  issueActions(ways);
}

interface RouteContext {
  app: FastifyInstance;
  state: JiraState;
  baseOf: () => string;
}

function placeRoutes({ app, state }: RouteContext): void {
  app.get("/rest/api/3/myself", async (request) =>
    toWirePerson(state, findAccount(request, state)?.id ?? HUMAN_EDITOR_ID),
  );

  app.get("/rest/api/3/project/search", async (request) => {
    const { query = "", action, maxResults = "50" } = request.query as Record<string, string>;
    const isAllowed = action !== "create" || !findAccount(request, state)?.lacks?.includes("CREATE_ISSUES");
    const found = state.projects.filter(({ key, name }) =>
      [key, name].some((one) => isAllowed && one.toLowerCase().includes(query.toLowerCase())),
    );
    const values = found.slice(0, Number(maxResults)).map(({ id, key, name }) => ({ id, key, name }));
    return { startAt: 0, maxResults: Number(maxResults), total: found.length, isLast: true, values };
  });

  app.get("/rest/api/3/project/:key", async (request, reply) => {
    const project = visible(state, paramsOf(request)["key"] ?? "");
    const isSeen = project && (project.isPublic || findAccount(request, state));
    if (!isSeen) return refuse(reply, 404, [`No project could be found with key '${paramsOf(request)["key"]}'.`]);
    return { id: project.id, key: project.key, name: project.name, projectTypeKey: "software", simplified: false };
  });

  app.get("/rest/api/3/mypermissions", async (request, reply) => {
    const { permissions: asked, projectKey = "" } = request.query as Record<string, string>;
    if (!asked) return refuse(reply, 400, ["The 'permissions' query parameter is required."]);
    if (!visible(state, projectKey)) return refuse(reply, 404, ["No project could be found."]);
    const lacks = findAccount(request, state)?.lacks ?? [];
    const has = asked.split(",").map((key) => [key, { id: key, key, havePermission: !lacks.includes(key) }]);
    return { permissions: Object.fromEntries(has) };
  });

  app.get("/rest/api/3/issue/createmeta/:key/issuetypes", async (request, reply) => {
    const project = visible(state, paramsOf(request)["key"] ?? "");
    if (!project) return refuse(reply, 404, ["No project could be found."]);
    const mayCreate = !findAccount(request, state)?.lacks?.includes("CREATE_ISSUES");
    const issueTypes = mayCreate ? project.types.map(typeJson) : [];
    return { issueTypes, maxResults: 200, startAt: 0, total: issueTypes.length };
  });

  app.get("/rest/api/3/issue/createmeta/:key/issuetypes/:type", async (request, reply) => {
    const { key = "", type = "" } = paramsOf(request);
    const found = visible(state, key)?.types[Number(type) - 1];
    if (!found) return refuse(reply, 404, ["No issue type could be found."]);
    const fields = fieldsJson(found);
    return { fields, maxResults: 200, startAt: 0, total: fields.length };
  });
}

function issueRoutes({ app, state, baseOf }: RouteContext): void {
  app.post("/rest/api/3/issue", async (request, reply) => {
    const account = findAccount(request, state);
    const { fields = {} } = request.body as { fields?: Record<string, unknown> };
    const { project: inProject, issuetype, ...text } = fields as Record<string, { key?: string; id?: string }>;
    const project = visible(state, inProject?.key ?? "");
    if (!project) return refuse(reply, 400, [], { project: "valid project is required" });
    if (account?.lacks?.includes("CREATE_ISSUES"))
      return refuse(reply, 400, [], { project: "You do not have permission to create issues in this project." });
    const type = project.types[Number(issuetype?.id) - 1];
    if (!type) return refuse(reply, 400, [], { issuetype: "Specify a valid issue type" });
    const errors = explainInvalidFields(text, screenOf(type));
    if (text["summary"] === undefined) errors["summary"] = "You must specify a summary of the issue.";
    for (const name of type.requires ?? []) errors[`customfield_${name}`] = `${name} is required.`;
    if (Object.keys(errors).length > 0) {
      state.takeKey(project.key);
      return refuse(reply, 400, [], errors);
    }
    const { summary, description = null, labels = [] } = text as unknown as StandInIssue;
    const creator = account?.id ?? HUMAN_EDITOR_ID;
    const made = state.add({ project: project.key, type: type.name, summary, description, labels, creator });
    return reply.code(201).send({ id: made.id, key: made.key, self: `${baseOf()}/rest/api/3/issue/${made.id}` });
  });

  app.get("/rest/api/3/issue/:id", async (request, reply) => {
    const issue = seen(state, request);
    if (!issue) return refuse(reply, 404, GONE);
    const { fields, expand = "" } = request.query as { fields?: string; expand?: string };
    return issueJson(state, issue, baseOf(), fields ?? "*all", expand.split(","));
  });

  app.put("/rest/api/3/issue/:id", async (request, reply) => {
    const issue = seen(state, request);
    if (!issue) return refuse(reply, 404, GONE);
    const account = findAccount(request, state);
    if (account?.lacks?.includes("EDIT_ISSUES"))
      return refuse(reply, 403, ["You do not have permission to edit this issue."]);
    const type = visible(state, issue.project)?.types.find(({ name }) => name === issue.type);
    const { fields = {}, update = {} } = request.body as {
      fields?: Record<string, unknown>;
      update?: { labels?: { add?: string; remove?: string }[] };
    };
    const screen = screenOf(type ?? { name: "" });
    const errors = explainInvalidFields(fields, screen);
    for (const name of Object.keys(update))
      if (name !== "labels" || !screen.has(name))
        errors[name] = `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`;
    if (Object.keys(errors).length > 0) return refuse(reply, 400, [], errors);
    const { summary, description } = fields as Partial<StandInIssue>;
    const labels = new Set(issue.labels);
    for (const { add, remove } of update.labels ?? []) {
      if (add !== undefined) labels.add(add);
      if (remove !== undefined) labels.delete(remove);
    }
    state.change(issue, account?.id ?? HUMAN_EDITOR_ID, {
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
      labels: [...labels],
    });
    return reply.code(204).send();
  });

  app.get("/rest/api/3/search/jql", async (request, reply) => {
    const { jql = "", fields, maxResults = "50", nextPageToken = "0" } = request.query as Record<string, string>;
    const query = parseJql(jql);
    if (!query) return refuse(reply, 400, [`Error in the JQL Query or unbounded: ${jql}`]);
    if (!visible(state, query.project))
      return refuse(reply, 400, [`The value '${query.project}' does not exist for the field 'project'.`]);
    const all = searchIssues(state, query, findAccount(request, state)?.id ?? HUMAN_EDITOR_ID);
    const [from, size] = [Number(nextPageToken), Math.min(Number(maxResults), 100)];
    const issues = all.slice(from, from + size).map((issue) => toFoundIssue(state, issue, baseOf(), fields));
    const isLast = from + size >= all.length;
    return { issues, isLast, ...(!isLast && { nextPageToken: String(from + size) }) };
  });
}

function issueActions({ app, state }: RouteContext): void {
  app.get("/rest/api/3/issue/:id/transitions", async (request, reply) => {
    const issue = seen(state, request);
    if (!issue) return refuse(reply, 404, GONE);
    const mayMove = !findAccount(request, state)?.lacks?.includes("TRANSITION_ISSUES");
    const others = Object.entries(STATUSES).filter(([name]) => mayMove && name !== issue.status);
    return { expand: "transitions", transitions: others.map(([name, key]) => transitionJson(name, key)) };
  });

  app.post("/rest/api/3/issue/:id/transitions", async (request, reply) => {
    const issue = seen(state, request);
    if (!issue) return refuse(reply, 404, GONE);
    const { transition } = request.body as { transition?: { id?: string } };
    const status = Object.keys(STATUSES)[Number(transition?.id) - 1];
    const account = findAccount(request, state);
    if (!status || account?.lacks?.includes("TRANSITION_ISSUES"))
      return refuse(reply, 400, ["It seems that you have tried to perform an illegal workflow operation."]);
    state.change(issue, account?.id ?? HUMAN_EDITOR_ID, { status });
    return reply.code(204).send();
  });

  app.post("/rest/api/3/issue/:id/comment", async (request, reply) => {
    const issue = seen(state, request);
    if (!issue) return refuse(reply, 404, GONE);
    const { body } = request.body as { body?: AdfNode };
    if (!body || explainInvalidDocument(body) !== null)
      return refuse(reply, 400, [], { comment: "Comment body is not valid!" });
    const by = findAccount(request, state)?.id ?? HUMAN_EDITOR_ID;
    issue.comments.push({ by, body });
    return reply.code(201).send({ id: String(10_000 + issue.comments.length), author: toWirePerson(state, by), body });
  });

  app.post("/rest/api/3/issue/:id/remotelink", async (request, reply) => {
    const issue = seen(state, request);
    if (!issue) return refuse(reply, 404, GONE);
    if (findAccount(request, state)?.lacks?.includes("LINK_ISSUES"))
      return refuse(reply, 403, ["You do not have permission to link issues."]);
    const { globalId = null, object } = request.body as {
      globalId?: string;
      object?: { url?: string; title?: string };
    };
    if (!object?.url || !object.title) return refuse(reply, 400, [], { title: "'title' is required." });
    const link = { globalId, url: object.url, title: object.title };
    const at = issue.remoteLinks.findIndex((one) => globalId !== null && one.globalId === globalId);
    if (at >= 0) issue.remoteLinks[at] = link;
    else issue.remoteLinks.push(link);
    return reply.code(at >= 0 ? 200 : 201).send({ id: 10_000 + issue.remoteLinks.length, self: object.url });
  });
}

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>;
const visible = (state: JiraState, key: string) => {
  const project = state.project(key);
  return project?.isHidden ? undefined : project;
};

function seen(state: JiraState, request: FastifyRequest): StandInIssue | undefined {
  const issue = state.issue(paramsOf(request)["id"] ?? "");
  return issue && visible(state, issue.project) ? issue : undefined;
}

const typeJson = ({ name, subtask = false }: StandInType, index: number) => ({
  id: String(index + 1),
  name,
  description: "",
  subtask,
  hierarchyLevel: subtask ? -1 : 0,
});

const screenOf = ({ hasNoLabels }: StandInType) =>
  new Set(["summary", "description", ...(hasNoLabels ? [] : ["labels"])]);

function fieldsJson(type: StandInType) {
  const field = (fieldId: string, name: string, required: boolean) => ({
    fieldId,
    key: fieldId,
    name,
    required,
    hasDefaultValue: false,
    operations: ["set"],
    schema: { type: "string", system: fieldId },
  });
  const always = ["summary", "project", "issuetype"];
  const own = [...always, ...screenOf(type)].filter((id, index, all) => all.indexOf(id) === index);
  return [
    ...own.map((id) => field(id, id.charAt(0).toUpperCase() + id.slice(1), always.includes(id))),
    ...(type.requires ?? []).map((name) => field(`customfield_${name}`, name, true)),
  ];
}

const transitionJson = (name: string, category: string) => ({
  id: String(Object.keys(STATUSES).indexOf(name) + 1),
  name,
  to: { name, id: name, statusCategory: { id: 1, key: category, name } },
  isAvailable: true,
});

function refuse(reply: FastifyReply, status: number, errorMessages: string[], errors = {}): FastifyReply {
  return reply.code(status).send({ errorMessages, errors });
}
