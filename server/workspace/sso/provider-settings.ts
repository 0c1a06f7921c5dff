import { createEgressRules } from "../../../connectors/egress-rules.ts";
import type { DraftProvider, SingleSignOn } from "../../../shared/contract/single-sign-on.ts";
import { recordActivity } from "../../activity/index.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, invalid, notFound } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import { locateClientSecret } from "../../secrets/key-ring.ts";
import { listDomainRows } from "../people/mail-domain-queries.ts";
import {
  activateDraft,
  claimDomains,
  createProviderId,
  deleteProvider,
  findProvider,
  type ProviderRow,
  releaseDomains,
  replaceDraft,
  setProviderRequired,
} from "./provider-queries.ts";

export const buildSignOnStartUri = ({ env }: Pick<Deps, "env">, workspaceId: string) =>
  `${env.PUBLIC_URL}/api/login/workspace/${workspaceId}`;
/** Each workspace has its own redirect URL, so that another provider's answer does not match (mix-up attack). */
export const buildRedirectUri = (deps: Pick<Deps, "env">, workspaceId: string) =>
  `${buildSignOnStartUri(deps, workspaceId)}/callback`;

/** Returns the reason why workspaces of this installation may not have their own provider, or null. */
export const findSingleSignOnRefusal = ({ env }: Pick<Deps, "env">): string | null =>
  env.OIDC_PASSWORD_SIGN_IN ? null : "Everybody signs in at the identity provider of this installation’s operator.";

const identified = ({ id, issuer, clientId, scopes }: ProviderRow) => ({ id, issuer, clientId, scopes });
const timeOf = (moment: Date | null) => moment?.toISOString() ?? null;

export async function readSingleSignOn(deps: Pick<Deps, "env">, scope: WorkspaceScope): Promise<SingleSignOn> {
  const [draft, active] = [await findProvider(scope, "draft"), await findProvider(scope, "active")];
  const domains = await listDomainRows(scope);
  return {
    redirectUri: buildRedirectUri(deps, scope.workspaceId),
    startUri: buildSignOnStartUri(deps, scope.workspaceId),
    refusal: findSingleSignOnRefusal(deps),
    draft: draft
      ? {
          ...identified(draft),
          testBegunAt: timeOf(draft.testBegunAt),
          testedAt: timeOf(draft.testedAt),
          testFault: draft.testFault,
        }
      : null,
    active: active
      ? {
          ...identified(active),
          activatedAt: (active.activatedAt ?? active.createdAt).toISOString(),
          speaksForOwners: active.speaksForOwners,
          isRequired: active.isRequired,
        }
      : null,
    domains: domains.map(({ domain, provenAt, signsOn }) => ({ domain, isProven: provenAt !== null, signsOn })),
  };
}

/** Stores the draft. Throws 'invalid' for an invalid URL, or if the secret was entered for another issuer. */
export async function saveDraft(deps: Deps, scope: WorkspaceScope, given: DraftProvider): Promise<SingleSignOn> {
  const refusal = findSingleSignOnRefusal(deps);
  if (refusal) throw forbidden(refusal);
  const issuer = issuerIn(deps, given.issuer);
  const id = createProviderId();
  const secret = given.clientSecret?.trim() || (await secretBefore(deps, scope, issuer));
  if (!secret) throw invalid("The client secret is missing.", [{ path: "clientSecret", message: "Required." }]);
  const scopes = ["openid", ...given.scopes.split(/\s+/).filter((one) => one !== "" && one !== "openid")].join(" ");
  if (!/^[\x21\x23-\x5b\x5d-\x7e ]+$/.test(scopes))
    throw invalid("These are not scopes.", [{ path: "scopes", message: "Write them as openid email profile." }]);
  const secretSealed = deps.secrets.seal(secret, locateClientSecret(scope.workspaceId, id));
  await replaceDraft(scope, { id, issuer, clientId: given.clientId.trim(), secretSealed, scopes });
  return readSingleSignOn(deps, scope);
}

/** Checks only the URL's text; each call checks the resolved network address. */
function issuerIn({ env }: Pick<Deps, "env">, given: string): string {
  const issuer = given.trim().replace(/\/\.well-known\/openid-configuration$/, "");
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain)
    throw invalid("This is not an issuer’s address.", [
      { path: "issuer", message: "Write it as https://id.acme.com." },
    ]);
  const refused = createEgressRules(env.EGRESS_ALLOW).refusesUrl(url);
  if (refused) throw invalid(refused, [{ path: "issuer", message: refused }]);
  return issuer;
}

/** Returns the stored secret only for the issuer that it was entered for. */
async function secretBefore(deps: Deps, scope: WorkspaceScope, issuer: string): Promise<string | null> {
  for (const state of ["draft", "active"] as const) {
    const row = await findProvider(scope, state);
    if (row?.issuer === issuer) return openClientSecret(deps, row);
  }
  return null;
}

export const openClientSecret = ({ secrets }: Pick<Deps, "secrets">, { workspaceId, id, secretSealed }: ProviderRow) =>
  secrets.open(secretSealed, locateClientSecret(workspaceId, id));

/** Activates the draft. Throws 'conflict' if the draft was changed after its test. */
export async function activateProvider(
  deps: Deps,
  { workspaceId, membership }: Viewer,
  id: string,
): Promise<SingleSignOn> {
  return deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    if (!(await activateDraft(scope, { id, byOwner: membership === "owner" })))
      throw conflict("This configuration has not passed a test yet. Test it first.");
    await claimDomains(tx, workspaceId);
    await tell(deps, scope, "Single sign-on was activated.");
    return readSingleSignOn(deps, scope);
  });
}

export async function setSignOnRequired(deps: Deps, scope: WorkspaceScope, isRequired: boolean): Promise<SingleSignOn> {
  if (!(await setProviderRequired(scope, isRequired))) throw notFound("identity provider");
  await tell(deps, scope, isRequired ? "Single sign-on is required now." : "Single sign-on is no longer required.");
  return readSingleSignOn(deps, scope);
}

/**
 * Turns the provider off. Sessions that the provider started continue until they end, and passwords open the workspace again.
 */
export async function turnOffProvider(deps: Deps, { workspaceId }: Viewer): Promise<void> {
  await inWorkspace(deps.db, workspaceId, async (scope) => {
    await deleteProvider(scope, "draft");
    await releaseDomains(scope);
    if (await deleteProvider(scope, "active")) await tell(deps, scope, "Single sign-on was turned off.");
  });
}

const tell = ({ events }: Deps, scope: WorkspaceScope, message: string) =>
  recordActivity(scope, events, { type: "change", message });
