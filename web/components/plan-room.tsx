import { Link } from "react-router";
import {
  type ChatPlatform,
  getChatAbilities,
  PLAN_LIMITED_CHANNEL_NOUN,
  PLAN_LIMITED_PLATFORMS,
} from "../../connectors/chat-manifests.ts";
import { useSubscription } from "../api/subscription.ts";
import { formatCount, formatItems } from "../lib/format.ts";
import { Permitted } from "./permissions.tsx";

interface PlanRoomProps {
  platform: ChatPlatform;
  monitored: readonly { platform: ChatPlatform; isActive: boolean }[];
}

interface Room {
  limit: number;
  /** How many more channels the plan allows. */
  left: number;
}

/** The room for channels of the platform in the plan; null where the plan does not limit them. The server decides. */
export function usePlanRoom({ platform, monitored }: PlanRoomProps): Room | null {
  const { data } = useSubscription();
  const limit = data?.usage.channels.limit ?? null;
  if (limit === null || !getChatAbilities(platform).countsInPlan) return null;
  const used = monitored.filter((one) => one.isActive && PLAN_LIMITED_PLATFORMS.some((id) => id === one.platform));
  return { limit, left: Math.max(0, limit - used.length) };
}

/** Renders nothing where the plan does not limit the channels. */
export function PlanRoom(props: PlanRoomProps) {
  const room = usePlanRoom(props);
  if (!room) return null;
  const { limit, left } = room;
  return (
    <p className={left > 0 ? "text-soft" : "text-busy"}>
      Your plan includes {formatItems(limit, PLAN_LIMITED_CHANNEL_NOUN)}
      {sayLeft(limit, left)}
      {left === 0 && (
        <Permitted change="billing">
          {" "}
          <Link to="/settings/subscription" className="touch text-link">
            Upgrade
          </Link>
        </Permitted>
      )}
    </p>
  );
}

function sayLeft(limit: number, left: number): string {
  if (left === limit) return ".";
  if (left > 0) return `; ${formatCount(left)} more can be added.`;
  return `, and ${limit === 1 ? "it is" : "all are"} in use. Stop monitoring another channel first.`;
}
