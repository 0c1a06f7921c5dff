import { CredentialsRejected, MissingPermission, NotFound, Refused } from "../../../connectors/errors.ts";
import { getPlatformName, type KnowledgePlatform } from "../../../connectors/manifests.ts";
import { type PersonScope, scopeForReader } from "../../db/audience.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import type { KnowledgeIntegrationRow } from "../../integrations/index.ts";
import { findAccountPlatform, findOwnAccount } from "../../integrations/own-accounts/index.ts";
import type { RepairRow } from "./repair-queries.ts";

/*
 * A change of a person's page is made with the own account of the person who ordered it, if that person connected one.
 * The platform itself then decides whether this person may edit, and its history has this person's name.
 */

/** The name of the platform on which people have accounts for these pages, in words for people. */
const nameOf = (deps: Pick<Deps, "connections">, integration: KnowledgeIntegrationRow) =>
  getPlatformName(findAccountPlatform(deps, integration) ?? (integration.type as KnowledgePlatform));
const describeEnded = (name: string) => `Your ${name} account is not connected any more. Connect it again.`;
const describeNeeded = (name: string) =>
  `Pages are corrected here only with a person's own account. Connect your ${name} account first.`;

const MAY_NOT: Record<RepairRow["change"]["kind"], string> = {
  replace: "edit this page",
  add: "edit this page",
  undo: "edit this page",
  comment: "comment on this page",
  uncomment: "delete this comment",
};

/** True if the person's own account makes the change. Throws if this person has to connect an account first. */
export async function willUseOwnAccount(
  deps: Pick<Deps, "connections">,
  scope: PersonScope,
  integration: KnowledgeIntegrationRow,
): Promise<boolean> {
  const account = await findOwnAccount(deps, scope, { personId: scope.reader, integration });
  if (account?.ended) throw conflict(describeEnded(nameOf(deps, integration)));
  if (!account && integration.needsOwnAccount) throw conflict(describeNeeded(nameOf(deps, integration)));
  return account !== null;
}

type Config = Record<string, string>;

/** The account that makes an ordered change. */
export interface ActingAccount {
  /** Runs the call that changes something. Throws `Refused` if the person's account may not, and uses no other account then. */
  act<Result>(call: (config: Config) => Promise<Result>): Promise<Result>;
  /** The account that left a comment sees it for certain, as long as it is connected. */
  readComments: Config;
}

export async function findActingAccount(
  deps: Pick<Deps, "secrets" | "connections">,
  scope: WorkspaceScope,
  { row, integration, config }: { row: RepairRow; integration: KnowledgeIntegrationRow; config: Config },
): Promise<ActingAccount> {
  const { asPerson, orderedBy, change } = row;
  const name = nameOf(deps, integration);
  if (!asPerson || !orderedBy)
    return {
      act(call) {
        if (integration.needsOwnAccount && change.kind !== "uncomment") throw new Refused(describeNeeded(name));
        return call(config);
      },
      readComments: config,
    };
  const account = await findOwnAccount(deps, scopeForReader(scope, orderedBy), { personId: orderedBy, integration });
  const own = account?.ended === null ? account.openConfig(deps.secrets) : null;
  return {
    async act(call) {
      if (!own) throw new Refused(describeEnded(name));
      try {
        return await call(own);
      } catch (error) {
        // The platform also answers 'not found' to an account that may not edit.
        if (error instanceof MissingPermission || error instanceof NotFound)
          throw new Refused(`Your ${name} account may not ${MAY_NOT[change.kind]}.`, { cause: error });
        if (error instanceof CredentialsRejected) throw new Refused(describeEnded(name), { cause: error });
        throw error;
      }
    },
    readComments: own ?? config,
  };
}

/** The trouble of a change for other people than the one who ordered it. */
export const describeTroubleForOthers = (trouble: string): string =>
  trouble.replace(/^Your (.+?) account(?= (?:may not|is not))/, "The $1 account of the person who ordered this");
