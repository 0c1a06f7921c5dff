import * as z from "zod";
import type { RemoteChannel } from "../chat-source.ts";
import { cleanChatText, cleanName } from "../markdown-text.ts";
import { getLastPart } from "./map.ts";

const wireSpace = z.looseObject({
  name: z.string().regex(/^spaces\/[\w-]+$/),
  displayName: z.string().nullish(),
  externalUserAllowed: z.boolean().nullish(),
  spaceDetails: z.looseObject({ description: z.string().nullish() }).nullish(),
  accessSettings: z.looseObject({ accessState: z.string().nullish() }).nullish(),
});

/**
 * Converts a space; null for other data. Google lists only spaces that the caller is a member of, and it has no
 * archived spaces.
 */
export function mapSpace(raw: unknown): RemoteChannel | null {
  const parsed = wireSpace.safeParse(raw);
  if (!parsed.success) return null;
  const { name, displayName, externalUserAllowed, spaceDetails, accessSettings } = parsed.data;
  const id = getLastPart(name);
  return {
    externalId: id,
    name: cleanName(displayName ?? "") || id,
    description: cleanChatText(spaceDetails?.description ?? ""),
    isPrivate: accessSettings?.accessState === "PRIVATE",
    isShared: externalUserAllowed === true,
    isArchived: false,
    isMember: true,
  };
}

const wireMember = z.looseObject({
  member: z.looseObject({ name: z.string().min(1), displayName: z.string().min(1) }),
});

/** Converts a member; null for a member without a name. */
export function mapMember(raw: unknown): { user: string; name: string } | null {
  const parsed = wireMember.safeParse(raw);
  if (!parsed.success) return null;
  const { name, displayName } = parsed.data.member;
  return { user: name, name: displayName };
}
