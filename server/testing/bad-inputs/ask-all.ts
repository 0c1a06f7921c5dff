import { BadInputCaller, type BadInputStage } from "./company.ts";
import { type BadRequest, buildBadRequests } from "./requests.ts";
import { listRoutes } from "./routes.ts";

export interface RequestFault {
  route: string;
  status: number;
  request: BadRequest;
  answer: string;
}

export interface BadInputReport {
  routes: number;
  requests: number;
  /** The number of answers, by HTTP status. */
  statuses: Map<number, number>;
  faults: RequestFault[];
}

/**
 * Sends at least `count` bad requests, spread over all routes. The same seed yields the same requests. Every 5xx answer
 * is a fault.
 */
export async function askBadInputs(stage: BadInputStage, seed: number, count: number): Promise<BadInputReport> {
  const routes = listRoutes(stage.app);
  const caller = new BadInputCaller(stage);
  const asked: BadInputReport = { routes: routes.length, requests: 0, statuses: new Map(), faults: [] };
  const each = Math.ceil(count / routes.length);
  for (const [number, route] of routes.entries()) {
    for (const request of buildBadRequests(route, seed + number, each)) {
      const { statusCode: status, body } = await caller.ask(request);
      asked.requests += 1;
      asked.statuses.set(status, (asked.statuses.get(status) ?? 0) + 1);
      if (status >= 500) asked.faults.push({ route: route.key, status, request, answer: body });
    }
  }
  return asked;
}
