import { mapMessage, type SlackPeople } from "../../connectors/slack/map.ts";
import { formConversations } from "../../engine/find/index.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import type { DemoTeam } from "../demo/chat.ts";

interface ArticleStream {
  channel: string;
  conversations: Conversation[];
}

/** Reads the channels of one of the demo's teams. */
export function readDemoStreams(team: DemoTeam): ArticleStream[] {
  const names = new Map(team.users.map((user) => [user.id, user.profile.display_name || user.real_name]));
  const bots = new Set(team.users.filter((user) => user.is_bot).map((user) => user.id));
  const channels = new Map(team.channels.map((channel) => [channel.id, channel.name]));
  const people: SlackPeople = {
    user: (id) => names.get(id),
    channel: (id) => channels.get(id),
    isBot: (id) => bots.has(id),
  };
  return team.channels.map((channel) => {
    const said = channel.messages.flatMap((raw) => {
      const mapped = mapMessage(raw, people);
      return mapped && "message" in mapped ? [mapped.message] : [];
    });
    return { channel: channel.name, conversations: formConversations(said) };
  });
}
