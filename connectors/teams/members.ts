import * as z from "zod";
import type { RemotePerson } from "../chat-source.ts";
import type { GraphApi } from "./api.ts";
import type { ChannelIds } from "./channel-ids.ts";

const MOST_PAGES = 100;

/** https://learn.microsoft.com/graph/api/resources/aaduserconversationmember */
const wireMember = z.looseObject({
  userId: z.string().min(1),
  email: z.string().nullish(),
  tenantId: z.string().nullish(),
  roles: z.array(z.string()).nullish().catch(null),
});
type Member = z.infer<typeof wireMember>;

export async function listMembers(api: GraphApi, place: ChannelIds): Promise<string[]> {
  return (await membersOf(api, place)).map(({ userId }) => userId);
}

/** Finds the channel's member with this e-mail address. */
export async function findPerson(
  api: GraphApi,
  place: ChannelIds,
  { email, tenantId }: { email: string; tenantId: string },
): Promise<RemotePerson | null> {
  const wanted = email.trim().toLowerCase();
  const found = (await membersOf(api, place)).find((member) => member.email?.toLowerCase() === wanted);
  if (!found) return null;
  const isForeign = isId(tenantId) && found.tenantId != null && found.tenantId.toLowerCase() !== tenantId.toLowerCase();
  return { externalId: found.userId, isGuest: isForeign || (found.roles ?? []).includes("guest") };
}

/** Whether the tenant is configured by its id. It may also be configured by its domain, which members do not have. */
const isId = (tenant: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(tenant);

async function membersOf(api: GraphApi, place: ChannelIds): Promise<Member[]> {
  const members: Member[] = [];
  let link: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await api.listMembers(place, link);
    for (const item of found.items) {
      const { data } = wireMember.safeParse(item);
      if (data) members.push(data);
    }
    link = found.nextLink;
    if (link === null) break;
  }
  return members;
}
