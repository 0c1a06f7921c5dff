import type { NotificationAddress } from "../chat-source.ts";
import { ConnectorError, CredentialsRejected, NotFound, RateLimited, Unreachable } from "../errors.ts";
import { buildResourceName, type ChannelSubscription, type GraphApi } from "./api.ts";
import { type ChannelIds, findChannelIds } from "./channel-ids.ts";
import { AddressNotReached } from "./errors.ts";

/**
 * The lifetime of a new subscription. Microsoft permits 4,320 minutes.
 * https://learn.microsoft.com/graph/change-notifications-overview#subscription-lifetime
 */
const LIFE_MS = 4_230 * 60_000;
const RENEWED_BEFORE_END_MS = LIFE_MS / 2;

type SubscriptionAddress = Pick<NotificationAddress, "url" | "proofOf" | "isSharedBy" | "onBehind">;

export interface ChannelSubscriptionOptions {
  api: GraphApi;
  address: SubscriptionAddress;
  configuredTeam: string | null;
  /** The current time in milliseconds since 1970. */
  now: number;
}

/**
 * Maintains a subscription for each of these channels. Creates the subscription, renews it at half its lifetime or when
 * Microsoft asks (`told`), and removes it when the channel is no longer monitored. Microsoft's own list is the source
 * of truth, because several processes create subscriptions. Subscriptions with other addresses stay unchanged. A
 * channel with a new subscription must be read, because earlier events may be missing. Returns a sentence with the
 * reason why some events do not arrive; null if all arrive. Throws `AddressNotReached`, and errors that concern all
 * channels.
 */
export async function renewSubscriptions(
  { api, address, configuredTeam, now }: ChannelSubscriptionOptions,
  channelIds: readonly string[],
  told: ReadonlySet<string>,
): Promise<string | null> {
  const ours = (await api.listSubscriptions()).filter(({ notificationUrl }) => notificationUrl === address.url);
  const left = new Map(ours.map((one) => [keyOf(one.resource), one]));
  const doubled = ours.filter((one) => left.get(keyOf(one.resource)) !== one);
  const until = new Date(now + LIFE_MS);
  const failures: string[] = [];
  for (const channelId of channelIds) {
    const place = findChannelIds(channelId, configuredTeam);
    if (!place) continue;
    const known = left.get(keyOf(buildResourceName(place)));
    left.delete(keyOf(buildResourceName(place)));
    const isDue = known && (told.has(channelId) || Date.parse(known.expirationDateTime) - now < RENEWED_BEFORE_END_MS);
    const work = known
      ? isDue && renewOrMake(api, address, { channelId, place, known, until })
      : make(api, address, { channelId, place, until });
    if (work) await work.catch((error: unknown) => failures.push(ofThisChannel(error)));
  }
  for (const one of [...doubled, ...(await unshared([...left.values()], address))])
    await api.removeSubscription(one.id).catch(ofThisChannel);
  return troubleOf(failures, channelIds.length);
}

interface NewSubscription {
  channelId: string;
  place: ChannelIds;
  until: Date;
}

async function make(
  api: GraphApi,
  address: SubscriptionAddress,
  { channelId, place, until }: NewSubscription,
): Promise<void> {
  await api.createSubscription(place, { url: address.url, proof: address.proofOf(channelId), until });
  await address.onBehind(channelId);
}

async function renewOrMake(
  api: GraphApi,
  address: SubscriptionAddress,
  given: NewSubscription & { known: ChannelSubscription },
): Promise<void> {
  try {
    await api.renewSubscription(given.known.id, given.until);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await make(api, address, given);
  }
}

/**
 * Excludes channels that an integration with other credentials monitors, because the subscription belongs to that
 * integration.
 */
async function unshared(rest: ChannelSubscription[], address: SubscriptionAddress): Promise<ChannelSubscription[]> {
  const gone: ChannelSubscription[] = [];
  for (const one of rest) if (!(await address.isSharedBy(channelOf(one.resource)))) gone.push(one);
  return gone;
}

const keyOf = (resource: string) => resource.replace(/^\//, "").toLowerCase();
const channelOf = (resource: string) => resource.replace(/^\/?teams\/([^/]+)\/channels\/([^/]+)\/messages$/, "$1/$2");

/** Whether the error concerns all channels and not just one. */
const isOfAll = (error: unknown) =>
  error instanceof AddressNotReached ||
  error instanceof CredentialsRejected ||
  error instanceof RateLimited ||
  error instanceof Unreachable;

function ofThisChannel(error: unknown): string {
  if (error instanceof ConnectorError && !isOfAll(error)) return error.message;
  throw error;
}

function troubleOf(failures: string[], channels: number): string | null {
  const [first] = failures;
  if (first === undefined) return null;
  return failures.length === channels ? first : `In ${failures.length} of ${channels} channels: ${first}`;
}
