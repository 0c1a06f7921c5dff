import type { Logger } from "pino";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import type { Engines } from "../engine/contract.ts";
import type { Encoder } from "../engine/encoder/meaning.ts";
import type { Database } from "./db/workspace-scope.ts";
import type { Env } from "./env.ts";
import type { Connections } from "./grants/tokens.ts";
import type { BrowserEvents } from "./http/browser-events.ts";
import type { IdentityProvider } from "./identity/identity-provider.ts";
import type { ReadTxtRecords } from "./identity/txt-records.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Queue } from "./queue/queue.ts";
import type { KeyRing } from "./secrets/key-ring.ts";
import type { Payment } from "./stripe/stripe.ts";

/** What web and worker processes share. Built once in main.ts, built by hand in tests. */
export interface Deps {
  env: Env;
  log: Logger;
  db: Database;
  queue: Queue;
  events: BrowserEvents;
  mailer: Mailer;
  secrets: KeyRing;
  connectors: ConnectorRegistry;
  /** Platforms where people connect with the operator's app; none where the operator configured none. */
  connections: Connections;
  engines: Engines;
  /** Reads the meaning of questions and sentences. Absent: questions are answered by words alone. */
  encoder?: Encoder;
  /** Null where the operator configured none: everybody is on the plan they have, without limits. */
  payment: Payment | null;
  /** Null where the operator configured none: people sign in with passwords. */
  identityProvider: IdentityProvider | null;
  /** What DNS says, for domains that have to be proven. */
  readTxtRecords: ReadTxtRecords;
  /** The guarded way out, for calls that no connector makes. */
  fetch: typeof globalThis.fetch;
}
