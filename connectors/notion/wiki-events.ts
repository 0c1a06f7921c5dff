import * as z from "zod";
import { isSignedBody, type WikiEvents } from "../wiki-events.ts";

const LONGEST_HANDSHAKE = 2_000;
const handshake = z.object({ verification_token: z.string().min(20).max(500) });
const event = z.object({
  type: z.string(),
  entity: z.object({ id: z.string().max(100), type: z.string() }),
});

/** A page of which only the lock or the transcript of a recording changed says the same. */
const SAYS_THE_SAME = /^page\.(?:locked|unlocked|transcription_block\.)/;
/** Pages below these came or went too, and no event names them. */
const WITH_OTHERS = /^(?:page\.(?:created|deleted|undeleted|moved)|(?:database|data_source)\..*)$/;

/** https://developers.notion.com/reference/webhooks */
export const wikiEvents: WikiEvents = {
  secretOf: "theirs",
  mostBytes: 64 * 1024,

  // It is not signed yet, so nothing long is parsed.
  readSecret: (body) =>
    body.length > LONGEST_HANDSHAKE ? null : (handshake.safeParse(parse(body)).data?.verification_token ?? null),

  isGenuine: (secret, delivery) => isSignedBody(secret, delivery, delivery.headers["x-notion-signature"], "sha256="),

  readEvent({ body }) {
    const told = event.safeParse(parse(body)).data;
    if (!told || SAYS_THE_SAME.test(told.type)) return null;
    const isOfPage = told.entity.type === "page" && told.type.startsWith("page.");
    const hasOthers = WITH_OTHERS.test(told.type);
    return isOfPage || hasOthers ? { pageIds: isOfPage ? [told.entity.id] : [], hasOthers } : null;
  },
};

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return null;
  }
}
