import { setTimeout as sleep } from "node:timers/promises";
import { CredentialsRejected, Unreachable } from "../../connectors/errors.ts";
import type { OAuthPlatform } from "../../connectors/manifests.ts";
import { GrantRefused, type OAuthClient, type OAuthProvider, type OAuthTokens } from "../../connectors/oauth.ts";
import type { Database } from "../db/workspace-scope.ts";
import { CannotDecrypt, type KeyRing, locateGrantTokens } from "../secrets/key-ring.ts";
import type { Secret } from "../secrets/secret.ts";
import type { GrantRef } from "./handle.ts";
import { claimRenewal, endGrant, findGrant, type GrantRow, releaseRenewal, storeRenewed } from "./queries.ts";

/** A token is renewed when less than a fifth of its lifetime is left, but at most this long before it expires. */
const LONGEST_MARGIN_MS = 60 * 60_000;
const SHARE_OF_LIFE = 5;
/** Longer than a platform's answer may take. If the renewing process is killed, another process continues after this time. */
const RENEWAL_SECONDS = 30;
const LONGEST_CALL_MS = 20_000;
const LOOK_AGAIN_MS = 200;

/** An OAuth app that the operator configured. `signingSecret` verifies the platform's requests about the app. */
export interface OAuthConnection {
  provider: OAuthProvider;
  client: OAuthClient;
  signingSecret?: Secret | undefined;
}
export type OAuthConnections = Partial<Record<OAuthPlatform, OAuthConnection>>;
export type StoredTokens = Pick<OAuthTokens, "access" | "refresh">;

export interface GrantedTokensDeps {
  db: Database;
  secrets: KeyRing;
  /** The operator's configuration. */
  connections: OAuthConnections;
  now?: () => number;
}

export const sealTokens = (
  secrets: KeyRing,
  { workspaceId, id }: GrantRef,
  { access, refresh }: StoredTokens,
): string => secrets.seal(JSON.stringify({ access, refresh }), locateGrantTokens(workspaceId, id));

export const openTokens = (
  secrets: KeyRing,
  row: Pick<GrantRow, "workspaceId" | "id" | "tokensSealed">,
): StoredTokens =>
  JSON.parse(secrets.open(row.tokensSealed, locateGrantTokens(row.workspaceId, row.id))) as StoredTokens;

export interface UsableToken {
  token: string;
  provider: OAuthProvider;
}

/** Access tokens of OAuth grants. Tokens are renewed in time, by one process at a time. */
export class GrantedTokens {
  readonly #needs: GrantedTokensDeps;
  readonly #renewing = new Map<string, Promise<GrantRow>>();

  constructor(needs: GrantedTokensDeps) {
    this.#needs = needs;
  }

  /**
   * Returns a valid access token. Throws `CredentialsRejected` with the remedy for a person. `insteadOf` is a token that the
   * platform rejected.
   */
  async get(ref: GrantRef, { insteadOf }: { insteadOf?: string } = {}): Promise<UsableToken> {
    const row = await this.#find(ref);
    const connection = this.#needs.connections[row.platform as OAuthPlatform];
    if (!connection) throw new CredentialsRejected(NOT_CONFIGURED);
    const { access, refresh } = this.#open(row);
    const isRefused = insteadOf === access;
    const isDue = isRefused || this.#isDue(row);
    const current = isDue && refresh !== null ? await this.#renewed(row, isRefused) : row;
    return { token: this.#open(current).access, provider: connection.provider };
  }

  #open(row: GrantRow): StoredTokens {
    try {
      return openTokens(this.#needs.secrets, row);
    } catch (error) {
      if (error instanceof CannotDecrypt) throw new CredentialsRejected(CANNOT_OPEN, { cause: error });
      throw error;
    }
  }

  async #find(ref: GrantRef): Promise<GrantRow> {
    const row = await findGrant(this.#needs.db, ref);
    if (!row) throw new CredentialsRejected("This connection was removed. Connect it again.");
    if (row.endedBecause !== null) throw new CredentialsRejected(row.endedBecause);
    return row;
  }

  #left({ expiresAt }: GrantRow): number {
    return expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt.getTime() - (this.#needs.now ?? Date.now)();
  }

  #isDue(row: GrantRow): boolean {
    const life = row.expiresAt === null ? 0 : row.expiresAt.getTime() - row.renewedAt.getTime();
    return this.#left(row) < Math.min(LONGEST_MARGIN_MS, life / SHARE_OF_LIFE);
  }

  /** Shares one renewal within this process; the database coordinates processes. */
  #renewed(row: GrantRow, isRefused: boolean): Promise<GrantRow> {
    const key = `${row.id} ${row.tokensSealed}`;
    const going = this.#renewing.get(key);
    if (going) return going;
    const renewal = this.#renewOrWait(row, isRefused).finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, renewal);
    return renewal;
  }

  async #renewOrWait(before: GrantRow, isRefused: boolean): Promise<GrantRow> {
    const giveUpAt = Date.now() + (RENEWAL_SECONDS + 5) * 1000;
    while (Date.now() < giveUpAt) {
      if (await claimRenewal(this.#needs.db, before, RENEWAL_SECONDS)) return this.#renew(before, isRefused);
      const now = await this.#find(before);
      if (now.tokensSealed !== before.tokensSealed) return now;
      await sleep(LOOK_AGAIN_MS);
    }
    throw new Unreachable("The connection is being renewed. Try again in a moment.", { mayHaveHappened: false });
  }

  async #renew(before: GrantRow, isRefused: boolean): Promise<GrantRow> {
    const { db, secrets, connections } = this.#needs;
    const { provider, client } = connections[before.platform as OAuthPlatform] ?? {};
    const { refresh } = this.#open(before);
    if (!provider || !client || refresh === null) throw new CredentialsRejected(NOT_CONFIGURED);
    try {
      const renewed = await provider.renew(client, refresh, AbortSignal.timeout(LONGEST_CALL_MS));
      const { access, lifetime, scopes } = renewed;
      const tokensSealed = sealTokens(secrets, before, { access, refresh: renewed.refresh });
      await storeRenewed(db, before, { tokensSealed, lifetime, scopes });
      return await this.#find(before);
    } catch (error) {
      return this.#withoutRenewal(before, error, isRefused);
    }
  }

  /** Uses a valid token until it expires: if the answer to a renewal was lost, the refresh token may be used up. */
  async #withoutRenewal(before: GrantRow, error: unknown, isRefused: boolean): Promise<GrantRow> {
    const isGood = !isRefused && this.#left(before) > 0;
    const isOver = error instanceof GrantRefused && !isGood;
    if (isOver) await endGrant(this.#needs.db, before, error.message);
    else await releaseRenewal(this.#needs.db, before);
    if (isGood) return before;
    throw error;
  }
}

const NOT_CONFIGURED =
  "The operator of this installation took the app away with which this was connected. Enter a token of your own, or ask the operator.";
const CANNOT_OPEN = "The stored tokens of this connection can no longer be read. Connect it again.";
