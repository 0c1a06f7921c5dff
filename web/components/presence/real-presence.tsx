import { Link } from "react-router";
import type { PresentPerson } from "../../../shared/contract/presence.ts";
import { type PresenceList, useTeamEdits } from "../../api/presence.ts";
import { formatTime } from "../../lib/format.ts";
import { RelativeTime } from "../moment.tsx";
import type { PresenceUser } from "./demo-people.ts";
import { PanelFrame, PanelSection } from "./panel-frame.tsx";
import { Avatar, PresenceStrip } from "./presence-strip.tsx";

interface RealPresenceProps {
  here: PresenceList;
  /** The time of the server's report, in milliseconds since 1970. */
  asOf: number;
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Shows the other members who use the product now, and people's recent changes. */
export default function RealPresence({ here, asOf, open, onOpen, onClose }: RealPresenceProps) {
  const users = here.people.map(userOf);
  return (
    <>
      <PresenceStrip presence={{ users, typing: null, now: asOf }} onOpen={onOpen} />
      <PanelFrame open={open} onClose={onClose}>
        {open && <Panel here={here} onClose={onClose} />}
      </PanelFrame>
    </>
  );
}

function Panel({ here, onClose }: Pick<RealPresenceProps, "here" | "onClose">) {
  const edits = useTeamEdits();
  return (
    <>
      <ActiveNow people={here.people} onClose={onClose} />
      <PanelSection title="Recent Activity">
        {edits.isPending && <div className="late skeleton h-16" />}
        {edits.isError && <p className="text-13 text-wrong">What people changed could not be loaded.</p>}
        {edits.data?.length === 0 && (
          <p className="text-13 text-soft">Nobody changed an article within the last day.</p>
        )}
        <ol className="flex flex-col gap-3">
          {edits.data?.map(({ articleId, title, person, reason, at }) => (
            <li key={`${articleId} ${at}`}>
              <p>
                <span className="font-medium">{person}</span>{" "}
                <Link to={`/articles/${articleId}`} className="text-link" onClick={onClose}>
                  {title}
                </Link>
              </p>
              <p className="text-13 text-soft">
                {reason} <RelativeTime at={at} />
              </p>
            </li>
          ))}
        </ol>
      </PanelSection>
      <PanelSection title="Session Info">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-13 [&>dd]:text-right [&>dt]:text-soft">
          <dt>Started</dt>
          <dd className="tabular-nums">{formatTime(here.joinedAt)}</dd>
          <dt>Total participants</dt>
          <dd className="tabular-nums">{here.people.length + 1}</dd>
        </dl>
      </PanelSection>
    </>
  );
}

function ActiveNow({ people, onClose }: { people: PresentPerson[]; onClose: () => void }) {
  return (
    <PanelSection title="Active Now">
      {people.length === 0 && <p className="text-13 text-soft">Nobody else is here at the moment.</p>}
      <ul className="flex flex-col gap-3">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3">
            <Avatar user={userOf(person)} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{person.name}</p>
              <p className="truncate text-13 text-soft">
                {person.article ? (
                  <>
                    {person.activity}{" "}
                    <Link to={`/articles/${person.article.id}`} className="text-link" onClick={onClose}>
                      {person.article.title}
                    </Link>
                  </>
                ) : (
                  "in the workspace"
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

const userOf = ({ id, name, activity, seenAt, joinedAt }: PresentPerson): PresenceUser => ({
  id,
  name,
  email: "",
  activity,
  lastSeen: Date.parse(seenAt),
  joinedAt: Date.parse(joinedAt),
});
