import * as z from "zod";
import {
  type ConnectorError,
  CredentialsRejected,
  MissingPermission,
  NotFound,
  Refused,
  Unreachable,
} from "../errors.ts";
import { type HttpResponse, parseJsonIfValid } from "../http.ts";

export type ApiMethod =
  | "teams"
  | "channels"
  | "channel"
  | "messages"
  | "changes"
  | "message"
  | "replies"
  | "members"
  | "subscriptions";

/** The permission that a team's owner can grant, and the permission that an administrator can grant. */
const PERMISSIONS: Record<ApiMethod, [string | null, string]> = {
  teams: [null, "Team.ReadBasic.All"],
  channels: ["ChannelSettings.Read.Group", "Channel.ReadBasic.All"],
  channel: ["ChannelSettings.Read.Group", "Channel.ReadBasic.All"],
  messages: ["ChannelMessage.Read.Group", "ChannelMessage.Read.All"],
  changes: ["ChannelMessage.Read.Group", "ChannelMessage.Read.All"],
  message: ["ChannelMessage.Read.Group", "ChannelMessage.Read.All"],
  replies: ["ChannelMessage.Read.Group", "ChannelMessage.Read.All"],
  members: ["ChannelMember.Read.Group", "ChannelMember.Read.All"],
  subscriptions: ["ChannelMessage.Read.Group", "ChannelMessage.Read.All"],
};

/** Microsoft no longer accepts the link to the next page or to later changes. */
export class ExpiredLink extends Refused {}

/** Microsoft called our address for notifications and got no valid response. */
export class AddressNotReached extends Refused {}

/** https://learn.microsoft.com/graph/errors */
const failure = z.object({ error: z.looseObject({ code: z.string(), message: z.string().catch("") }) });

/** Converts a refusal by Microsoft to a connector's error. */
export function toConnectorError(answer: HttpResponse, method: ApiMethod, isLink: boolean): ConnectorError {
  const { data: said } = failure.safeParse(parseJsonIfValid(answer.text));
  if (said)
    switch (answer.status) {
      case 401:
        return new CredentialsRejected(
          "Microsoft Teams no longer accepts the app. Check the App ID and the App Secret.",
        );
      case 403:
        return method === "subscriptions" && /limit|quota|maximum/i.test(said.error.message)
          ? new Refused(NO_MORE_SUBSCRIPTIONS)
          : missingPermission(method);
      case 404:
        return new NotFound(method === "channels" || method === "teams" ? NO_TEAM : NO_CHANNEL);
      case 410:
        return new ExpiredLink("Microsoft Teams has forgotten where reading stopped.");
      case 400:
        if (method === "subscriptions" && /validation request/i.test(said.error.message))
          return new AddressNotReached("Microsoft cannot reach this installation.");
        return isLink
          ? new ExpiredLink("Microsoft Teams does not know this page any more.")
          : new Refused("Microsoft Teams refused this request for an unknown reason.");
    }
  return new Unreachable(`Microsoft Teams gave no usable answer (HTTP ${answer.status}).`, {
    mayHaveHappened: answer.isWrite,
  });
}

const NO_TEAM = "Microsoft Teams does not know this team. Check the Team ID, and that the team was not deleted.";
/** https://learn.microsoft.com/graph/change-notifications-overview#supported-resources */
const NO_MORE_SUBSCRIPTIONS =
  "Microsoft tells one program for each app of a channel's messages, and 10,000 times in an organisation. Use an app registration of its own for Lorekeep.";
const NO_CHANNEL = "Microsoft Teams does not know this channel. Check that it was not deleted.";

function missingPermission(method: ApiMethod): MissingPermission {
  const [ofTeam, ofAll] = PERMISSIONS[method];
  if (ofTeam === null)
    return new MissingPermission(
      `The app lacks the permission ${ofAll}, with which it sees all teams. Have an administrator consent to it, or enter a Team ID.`,
      ofAll,
    );
  const isMessages = ofAll === "ChannelMessage.Read.All";
  return new MissingPermission(
    `The app lacks the permission ${ofAll}. Have an administrator consent to it${isMessages ? " after Microsoft has granted access to this protected API" : ""}, or add the Teams app of the setup guide to the team, with which its owner gives ${ofTeam}.`,
    ofAll,
  );
}
