import { clsx } from "clsx";
import { Building2, Check, ChevronsUpDown } from "lucide-react";
import { useId, useState } from "react";
import { MEMBERSHIP_NAMES } from "../../shared/domain/access.ts";
import { ApiError } from "../api/client.ts";
import { useEnterWorkspace, useJoinWorkspace, type useWorkspaces } from "../api/workspaces.ts";
import { showToast } from "../lib/toast-store.ts";

const notDone = (title: string) => (error: unknown) =>
  showToast({ title, text: error instanceof ApiError ? error.explanation : "Please try again.", tone: "destructive" });

const ROW =
  "flex min-h-9 w-full items-center gap-3 rounded-box px-2 py-1.5 text-left transition-colors hover:bg-sunken pointer-coarse:min-h-11";

type Workspaces = NonNullable<ReturnType<typeof useWorkspaces>["data"]>;

/** Lists the person's workspaces, and switches between them. */
export function WorkspaceList({ workspaces }: { workspaces: Workspaces }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const entering = useEnterWorkspace();
  const joining = useJoinWorkspace();
  const active = workspaces.own.find(({ isActive }) => isActive);
  const isBusy = entering.isPending || joining.isPending;
  return (
    <div className="-my-3 flex flex-col">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={clsx(ROW, "font-medium")}
      >
        <Building2 className="size-[1.125rem] shrink-0 text-faint" aria-hidden="true" />
        <span className="min-w-0 truncate">
          <span className="sr-only">Workspace: </span>
          {active?.name}
        </span>
        <ChevronsUpDown className="ml-auto size-4 shrink-0 text-faint" aria-hidden="true" />
      </button>
      <ul
        id={id}
        hidden={!open}
        aria-label="Workspaces"
        className="mt-1 rounded-box border border-rule bg-raised p-1 shadow-lift"
      >
        {workspaces.own.map((one) => (
          <OwnWorkspace
            key={one.id}
            workspace={one}
            isBusy={isBusy}
            onChoose={() =>
              one.isActive ? setOpen(false) : entering.mutate(one.id, { onError: notDone("Workspace not changed") })
            }
          />
        ))}
        {workspaces.joinable.map(({ id: workspaceId, name }) => (
          <JoinableWorkspace
            key={workspaceId}
            name={name}
            isBusy={isBusy}
            onJoin={() => joining.mutate(workspaceId, { onError: notDone("Not joined") })}
          />
        ))}
      </ul>
    </div>
  );
}

interface OwnWorkspaceProps {
  workspace: Workspaces["own"][number];
  isBusy: boolean;
  onChoose: () => void;
}

function OwnWorkspace({ workspace: one, isBusy, onChoose }: OwnWorkspaceProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={one.isActive}
        aria-label={`${one.name} ${MEMBERSHIP_NAMES[one.membership]}`}
        disabled={isBusy}
        onClick={onChoose}
        className={ROW}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate">{one.name}</span>
          <span className="block text-12 text-faint">{MEMBERSHIP_NAMES[one.membership]}</span>
        </span>
        {one.isActive && <Check className="size-4 shrink-0" aria-hidden="true" />}
      </button>
    </li>
  );
}

function JoinableWorkspace({ name, isBusy, onJoin }: { name: string; isBusy: boolean; onJoin: () => void }) {
  return (
    <li>
      <button type="button" aria-label={`Join ${name}`} disabled={isBusy} onClick={onJoin} className={ROW}>
        <span className="min-w-0 flex-1">
          <span className="block truncate">Join {name}</span>
          <span className="block text-12 text-faint">You can join with your email domain</span>
        </span>
      </button>
    </li>
  );
}
