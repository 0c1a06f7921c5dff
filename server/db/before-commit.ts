import { AsyncLocalStorage } from "node:async_hooks";
import type { WorkspaceScope } from "./workspace-scope.ts";

/** Takes part in the transactions of one request. */
export interface RequestWitness {
  /** Called in each transaction after its work, before it commits. */
  beforeCommit(scope: WorkspaceScope): Promise<void>;
  /** The transaction of that call has committed. */
  committed(): void;
}

const witnesses = new AsyncLocalStorage<RequestWitness>();

export const currentWitness = (): RequestWitness | undefined => witnesses.getStore();

/** Whatever `work` starts, and what it starts in turn, has this witness. */
export const withWitness = <T>(witness: RequestWitness, work: () => T): T => witnesses.run(witness, work);
