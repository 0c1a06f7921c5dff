import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildThread } from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { channelAudiences, channels } from "../../db/schema.ts";
import { buildUser } from "../../testing/factories.ts";
import type { SignedIn } from "../../testing/test-app.ts";
import { type LiveStage, openLiveStage } from "../live/testing/live-stage.ts";
import { readDueMembers } from "./read-members.ts";

let stage: LiveStage;
beforeAll(async () => {
  stage = await openLiveStage();
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

/**
 * Creates a private channel with one article, and two colleagues whose addresses Slack knows. The channel's members are UANA
 * and people who join.
 */
async function newStage() {
  const channel = await stage.newLiveChannel({ said: buildThread("KNOW one", "like this") });
  const { workspaceId, externalId } = channel;
  const team = stage.team.data;
  const remote = stage.team.channel(externalId);
  remote.is_private = true;
  remote.members = ["UANA"];
  const newPerson = async (id: string, more: object = {}) => {
    const user = await buildUser(stage.db, { workspaceId, membership: "editor" });
    const known = team.users.find((person) => person.id === id);
    if (known) Object.assign(known, { email: user.email, ...more });
    else team.users.push({ id, name: id, email: user.email, ...more });
    return stage.signIn(user);
  };
  return { channel, externalId, newPerson };
}

const titles = async (person: SignedIn) => (await person.inject({ url: "/api/articles" })).json().length;

describe("The members of a private channel", () => {
  it("read its articles from the first one on; who leaves reads nothing at once, who joins when Slack's list says so", async () => {
    const { channel, externalId, newPerson } = await newStage();
    const [ana, ben] = [await newPerson("UANA"), await newPerson("UBEN")];
    await channel.run("analyse");
    expect([await titles(ana), await titles(ben)]).toEqual([1, 0]);
    const audience = (await ana.inject({ url: `/api/channels/${channel.id}/audience` })).json();
    expect(audience).toMatchObject({ who: "members", unknown: null });
    expect((await ben.inject({ url: `/api/channels/${channel.id}/audience` })).statusCode).toBe(404);

    stage.team.channel(externalId).members = ["UBEN"];
    const told = { channel: externalId, channel_type: "G", team: stage.team.data.team.id };
    await stage.deliver({ type: "member_left_channel", user: "UANA", ...told });
    await stage.deliver({ type: "member_joined_channel", user: "UBEN", ...told });
    await stage.applied();
    expect(await titles(ana)).toBe(0);
    await readDueMembers(stage.deps);
    expect([await titles(ana), await titles(ben)]).toEqual([0, 1]);
  });

  it("lose its articles when they leave it while it is switched off", async () => {
    const { channel, externalId, newPerson } = await newStage();
    const [ana, ben] = [await newPerson("UANA"), await newPerson("UBEN")];
    await channel.run("analyse");
    expect(await titles(ana)).toBe(1);
    await stage.db.update(channels).set({ isActive: false }).where(eq(channels.id, channel.id));
    stage.team.channel(externalId).members = ["UBEN"];
    await stage.db
      .update(channelAudiences)
      .set({ membersReadAt: new Date(0) })
      .where(eq(channelAudiences.channelId, channel.id));
    await readDueMembers(stage.deps);
    expect([await titles(ana), await titles(ben)]).toEqual([0, 1]);
  });

  it("are not the only ones: an admin can let somebody in, which the log tells", async () => {
    const { channel, newPerson } = await newStage();
    const ana = await newPerson("UBEN");
    await channel.run("analyse");
    expect(await titles(ana)).toBe(0);
    const url = `/api/channels/${channel.id}/readers/${ana.viewer.userId}`;
    expect((await ana.inject({ method: "PUT", url, payload: { isLetIn: true } })).statusCode).toBe(403);
    const answer = await channel.person.inject({ method: "PUT", url, payload: { isLetIn: true } });
    expect(answer.json().readers).toContainEqual({ userId: ana.viewer.userId, name: "Ada Lovelace", why: "let-in" });
    expect(await titles(ana)).toBe(1);
    const [line] = (await ana.inject({ url: "/api/logs" })).json();
    expect(line.message).toMatch(
      /^Ada Lovelace may read what is written from a private channel without being a member\. By /,
    );
  });

  it("A channel that is shared with another company is not read until an admin allows it", async () => {
    const { channel, externalId } = await newStage();
    stage.team.channel(externalId).is_ext_shared = true;
    await channel.run("analyse");
    expect(await titles(channel.person)).toBe(0);
    expect(await stage.textsOf(channel.id)).toEqual([]);
    const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(row?.trouble).toContain("People of another company are in this channel");
    const url = `/api/channels/${channel.id}/sharing`;
    await channel.person.inject({ method: "PUT", url, payload: { isAllowed: true } });
    await channel.run("analyse");
    expect(await titles(channel.person)).toBe(1);
  });
});
