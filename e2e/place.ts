import type { APIRequestContext } from "@playwright/test";
import type { PlanId } from "../shared/domain/people.ts";

/** Where everything of the running product is reached, for the stories. */
export interface Addresses {
  product: string;
  control: string;
  slack: string;
  confluence: string;
  notion: string;
  mail: string;
  /** Turned on its `/_stand-in/…` paths: its clock, declines and webhooks. */
  stripe: string;
  /** The product once more, where people sign in at an identity provider (stand-ins/identity). */
  company: string;
  /** A language model that does its job by fixed rules, with the calls of OpenAI and Anthropic. */
  llm: string;
  /** With the demo's chat of many weeks, for whoever wants to look at a workspace in use. */
  busyTeam: Place["slack"];
}

/** What one story has to itself: a person with a workspace, a Slack team, a Confluence space and a Notion page. */
export interface Place {
  email: string;
  password: string;
  slack: { teamId: string; teamName: string; botToken: string };
  confluence: { baseUrl: string; spaceId: string; apiKey: string };
  notion: { spaceId: string; apiKey: string };
}

/** Of everybody's Slack app. */
export const SIGNING_SECRET = "signing-secret";

let known: Addresses | undefined;

/** Of the product that this worker has started. */
export function rememberAddresses(line: string): void {
  known = JSON.parse(line) as Addresses;
}

export function addresses(): Addresses {
  if (!known) throw new Error("The product of this worker is not started yet.");
  return known;
}

/** A new person with a place of their own; without limits unless another plan is asked for. */
export async function takePlace(request: APIRequestContext, plan: PlanId = "enterprise"): Promise<Place> {
  const answer = await request.post(`${addresses().control}/places`, { data: { plan } });
  if (!answer.ok()) throw new Error(`No place for this story: ${await answer.text()}`);
  return (await answer.json()) as Place;
}
