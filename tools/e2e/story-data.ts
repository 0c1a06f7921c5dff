import type { APIRequestContext } from "@playwright/test";
import type { PlanId } from "../../shared/domain/people.ts";

/** The addresses of the running product and its stand-ins, for the browser tests. */
export interface TestAddresses {
  product: string;
  control: string;
  slack: string;
  confluence: string;
  notion: string;
  mail: string;
  /**
   * The address of the Stripe stand-in, which is controlled through its `/_stand-in/…` paths: clock, declined cards and
   * webhooks.
   */
  stripe: string;
  /** The address of a second product, where people sign in with an identity provider (tools/stand-ins/identity). */
  company: string;
  /** The address of a language model that answers by fixed rules, with the APIs of OpenAI and Anthropic. */
  llm: string;
  /** A Slack team with many weeks of the demo's chat, for tests of a used workspace. */
  busyTeam: StoryData["slack"];
}

/** The data of one browser test: a person with a workspace, a Slack team, a Confluence space and a Notion page. */
export interface StoryData {
  email: string;
  password: string;
  slack: { teamId: string; teamName: string; botToken: string };
  confluence: { baseUrl: string; spaceId: string; apiKey: string };
  notion: { spaceId: string; apiKey: string };
}

/** The signing secret that all Slack apps of the tests share. */
export const SIGNING_SECRET = "signing-secret";

let known: TestAddresses | undefined;

/** Stores the addresses of the product that this worker has started. */
export function storeTestAddresses(line: string): void {
  known = JSON.parse(line) as TestAddresses;
}

export function getTestAddresses(): TestAddresses {
  if (!known) throw new Error("The product of this worker is not started yet.");
  return known;
}

/** Creates a person with platforms of their own. The workspace has no limits unless a plan is given. */
export async function createStoryData(request: APIRequestContext, plan: PlanId = "enterprise"): Promise<StoryData> {
  const answer = await request.post(`${getTestAddresses().control}/places`, { data: { plan } });
  if (!answer.ok()) throw new Error(`No place for this story: ${await answer.text()}`);
  return (await answer.json()) as StoryData;
}
