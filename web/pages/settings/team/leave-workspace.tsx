import { useLeaveWorkspace, useWorkspaces } from "../../../api/workspaces.ts";
import { Section } from "../../../components/section.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { showTeamFailure } from "./roles.tsx";

/**
 * The button to leave the workspace. Only shown to members of several workspaces, because all others would have none
 * left.
 */
export function LeaveWorkspace() {
  const { data } = useWorkspaces();
  const leaving = useLeaveWorkspace();
  const here = data?.own.find(({ isActive }) => isActive);
  if (!here || data?.own.length === 1) return null;
  return (
    <Section title="Leave This Workspace">
      <div className="flex flex-wrap items-center justify-between gap-4 pt-4">
        <p className="max-w-[55ch] text-soft">
          Your work stays, and you continue in your other workspace. To come back you need an invitation.
        </p>
        <ConfirmButton
          title={`Leave ${here.name}?`}
          text="You can no longer read or change anything in it. What you wrote stays."
          confirm={`Leave ${here.name}`}
          onConfirm={() => leaving.mutate(here.id, { onError: showTeamFailure("Not left") })}
        >
          <Button disabled={leaving.isPending}>Leave Workspace</Button>
        </ConfirmButton>
      </div>
    </Section>
  );
}
