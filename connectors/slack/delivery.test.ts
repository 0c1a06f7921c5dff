import { describe, expect, it } from "vitest";
import { readDelivery } from "./delivery.ts";
import { isSigned } from "./signature.ts";

const bytes = (body: unknown) => new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));

describe("A signature of Slack", () => {
  // Slack's own example: https://docs.slack.dev/authentication/verifying-requests-from-slack
  const secret = "8f742231b10e8888abcd99yyyzzz85a5";
  const body = bytes(
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  );
  const headers = {
    "x-slack-request-timestamp": "1531420618",
    "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
  };
  const at = 1531420618_000;

  it("is valid for Slack's own example for five minutes and no longer", () => {
    expect(isSigned({ body, headers }, secret, at)).toBe(true);
    expect(isSigned({ body, headers }, secret, at + 300_000)).toBe(true);
    expect(isSigned({ body, headers }, secret, at + 301_000)).toBe(false);
    expect(isSigned({ body, headers }, secret, at - 301_000)).toBe(false);
  });

  it("is valid only for these bytes, this secret and this time", () => {
    expect(isSigned({ body: bytes("token=other"), headers }, secret, at)).toBe(false);
    expect(isSigned({ body, headers }, "another", at)).toBe(false);
    const later = { ...headers, "x-slack-request-timestamp": "1531420619" };
    expect(isSigned({ body, headers: later }, secret, at)).toBe(false);
    expect(isSigned({ body, headers: { ...headers, "x-slack-signature": "v0=short" } }, secret, at)).toBe(false);
    expect(isSigned({ body, headers: {} }, secret, at)).toBe(false);
  });
});

describe("A delivery", () => {
  const message = { type: "message", channel: "C1", user: "U1", ts: "1790000000.000100", text: "Hello" };
  const callback = (event: object) => ({ type: "event_callback", team_id: "T1", event_id: "Ev1", event });
  const payloadOf = (event: object) => {
    const delivery = readDelivery(bytes(callback(event)));
    return delivery.kind === "event" ? JSON.parse(delivery.event.payload) : null;
  };

  it("is stored with only the needed data", () => {
    const delivery = readDelivery(bytes(callback({ ...message, blocks: [{ type: "rich_text" }], client_msg_id: "x" })));
    expect(delivery).toMatchObject({
      kind: "event",
      teamId: "T1",
      event: { eventId: "Ev1", channelId: "C1", messageId: message.ts },
    });
    expect(payloadOf({ ...message, blocks: [{ type: "rich_text" }], client_msg_id: "x" })).toEqual({
      type: "message",
      channel: "C1",
      isEdit: false,
      message: { type: "message", user: "U1", ts: message.ts, text: "Hello" },
    });
    const previous_message = { ...message, text: "a secret that was taken back" };
    const gone = { ...message, text: "", subtype: "message_deleted", deleted_ts: message.ts, previous_message };
    expect(payloadOf(gone)).toEqual({ type: "message_deleted", channel: "C1", ts: message.ts });
  });

  it("about bots, notices, direct messages or unknown types is ignored", () => {
    for (const event of [
      { ...message, bot_id: "B1" },
      { ...message, subtype: "bot_message" },
      { ...message, subtype: "channel_join" },
      { ...message, channel_type: "im" },
      { type: "reaction_added" },
      { type: "tokens_revoked", tokens: { oauth: ["U1"], bot: [] } },
    ])
      expect(readDelivery(bytes(callback(event)))).toEqual({ kind: "ignored", teamId: "T1" });
  });

  it("with invalid content never throws", () => {
    const broken = new Uint8Array([0xff, 0xfe]);
    for (const body of [broken, bytes(""), bytes("[]"), bytes("null"), bytes('{"type":"event_callback"}')])
      expect(readDelivery(body)).toEqual({ kind: "ignored", teamId: null });
  });
});
