import type { Logger } from "pino";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import type { EngineFactory } from "../engine/contract.ts";
import type { Encoder } from "../engine/encoder/meaning.ts";
import type { Database } from "./db/workspace-scope.ts";
import type { Env } from "./env.ts";
import type { OAuthConnections } from "./grants/tokens.ts";
import type { BrowserEvents } from "./http/browser-events.ts";
import type { IdentityProvider } from "./identity/identity-provider.ts";
import type { ReadTxtRecords } from "./identity/txt-records.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Queue } from "./queue/queue.ts";
import type { KeyRing } from "./secrets/key-ring.ts";
import type { Payment } from "./stripe/stripe.ts";

/**
 * Dependencies that the web process and the worker process share. main.ts creates them once; tests create their own.
 */
export interface Deps {
  env: Env;
  log: Logger;
  db: Database;
  queue: Queue;
  events: BrowserEvents;
  mailer: Mailer;
  secrets: KeyRing;
  connectors: ConnectorRegistry;
  /** Platforms to which people connect with the operator's app; empty if the operator configured none. */
  connections: OAuthConnections;
  engines: EngineFactory;
  /** Computes embeddings of questions and sentences. If missing, answers are found by words only. */
  encoder?: Encoder;
  /** Null if payment is not configured: plans do not change and nothing is limited. */
  payment: Payment | null;
  /** Null if single sign-on is not configured: people sign in with passwords. */
  identityProvider: IdentityProvider | null;
  /** Reads DNS records that prove domains. */
  readTxtRecords: ReadTxtRecords;
  /** The guarded fetch, for calls outside of connectors. */
  fetch: typeof globalThis.fetch;
}
