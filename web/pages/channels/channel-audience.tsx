import { useId, useState } from "react";
import type { ChannelAudience as Audience } from "../../../shared/contract/channels.ts";
import { useAllowReader, useAllowSharing, useChannelAudience } from "../../api/channels.ts";
import { usePeople } from "../../api/people.ts";
import { useCan } from "../../components/permissions.tsx";
import { describeChannelAudience } from "../../lib/audience.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Switch } from "../../ui/switch.tsx";

const WHY = {
  everyone: "",
  member: "Member",
  "let-in": "Access granted by an admin",
  chose: "Chose the channel",
} as const;
const sayFailed = () =>
  showToast({ title: "Error", text: "This could not be saved. Nothing changed; try again.", tone: "destructive" });

interface ChannelAudienceProps {
  channelId: string;
  /** The shown name: '#finance'. */
  name: string;
}

/** Shows who reads the articles of a channel. An admin can add readers. */
export function ChannelAudience({ channelId, name }: ChannelAudienceProps) {
  const [open, setOpen] = useState(false);
  const audience = useChannelAudience(channelId, open);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`Access to ${name}`}>
        Access
      </Button>
      <Dialog title={`Access to ${name}`} open={open} onClose={close}>
        <QueryView query={audience} loading={<p className="mt-3 text-soft">Loading...</p>}>
          {(known) => <Told audience={known} channelId={channelId} name={name} />}
        </QueryView>
        <div className="mt-6 flex justify-end">
          <Button onClick={close}>Close</Button>
        </div>
      </Dialog>
    </>
  );
}

function Told({ audience, channelId, name }: ChannelAudienceProps & { audience: Audience }) {
  const mayChange = useCan()("change", "people");
  return (
    <>
      <p className="mt-2 text-pretty text-soft">{describeChannelAudience(audience, name)}</p>
      {audience.unknown && (
        <p className="mt-2 text-13 text-pretty text-soft">
          Members cannot be matched yet: {audience.unknown} Until then, its articles are read only by who added the
          channel and by people an admin gives access.
        </p>
      )}
      {audience.isShared && <Sharing audience={audience} channelId={channelId} mayChange={mayChange} />}
      {audience.who === "members" && <Readers audience={audience} channelId={channelId} mayChange={mayChange} />}
    </>
  );
}

interface PartProps {
  audience: Audience;
  channelId: string;
  mayChange: boolean;
}

function Sharing({ audience, channelId, mayChange }: PartProps) {
  const sharing = useAllowSharing(channelId);
  return (
    <div className="mt-4 flex items-start justify-between gap-4 border-t border-rule pt-4">
      <p className="text-pretty text-soft">
        People of another company are in this channel. When it is read, what they write becomes part of articles that
        your colleagues read and publish.
      </p>
      <Switch
        checked={audience.isSharingAllowed}
        disabled={!mayChange}
        label="Read this shared channel"
        onChange={(isAllowed) => sharing.mutate(isAllowed, { onError: sayFailed })}
      />
    </div>
  );
}

function Readers({ audience, channelId, mayChange }: PartProps) {
  const letIn = useAllowReader(channelId);
  const set = (userId: string, isLetIn: boolean) => letIn.mutate({ userId, isLetIn }, { onError: sayFailed });
  return (
    <>
      <ul aria-label="Readers" className="mt-4 divide-y divide-rule border-y border-rule">
        {audience.readers.map(({ userId, name, why }) => (
          <li key={userId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="flex items-center gap-3 text-13 text-soft">
              {WHY[why]}
              {mayChange && why === "let-in" && (
                <Button size="small" onClick={() => set(userId, false)} aria-label={`Remove the access of ${name}`}>
                  Remove access
                </Button>
              )}
            </span>
          </li>
        ))}
        {audience.readers.length === 0 && (
          <li className="py-2 text-soft">Nobody in this workspace is a member. An admin can grant access.</li>
        )}
      </ul>
      {mayChange && <LetIn audience={audience} onLetIn={(userId) => set(userId, true)} />}
    </>
  );
}

function LetIn({ audience, onLetIn }: { audience: Audience; onLetIn: (userId: string) => void }) {
  const id = useId();
  const { data: people } = usePeople();
  const reads = new Set(audience.readers.map(({ userId }) => userId));
  const others = (people ?? []).filter((person) => !reads.has(person.id));
  const [chosen, setChosen] = useState("");
  if (others.length === 0) return null;
  return (
    <form
      className="mt-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onLetIn(chosen);
        setChosen("");
      }}
    >
      <label htmlFor={id} className="min-w-0 flex-1 basis-56">
        <span className="block text-13 text-soft">
          Give access to somebody who is not in the channel. The log records it.
        </span>
        <select
          id={id}
          className="field-box mt-1 w-full"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="">Choose a person</option>
          {others.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" disabled={chosen === ""}>
        Give access
      </Button>
    </form>
  );
}
