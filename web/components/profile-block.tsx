import type { User } from "../../shared/contract/accounts.ts";
import { useUser } from "../api/account.ts";
import { formatName, getInitial } from "../lib/names.ts";

export function ProfileBlock() {
  const { data: user } = useUser();
  return user ? <Profile user={user} /> : null;
}

export function Profile({ user }: { user: User }) {
  const name = formatName(user);
  return (
    <div className="flex min-w-0 items-center gap-3 px-2">
      {user.profileImageUrl ? (
        <img src={user.profileImageUrl} alt="" className="size-9 rounded-full object-cover" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-full border border-edge font-serif text-17"
        >
          {getInitial(user)}
        </span>
      )}
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        {name !== user.email && <p className="truncate text-12 text-faint">{user.email}</p>}
      </div>
    </div>
  );
}
