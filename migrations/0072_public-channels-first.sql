-- As before (0035), but for one condition that is new: public channels are left out at once, by what is worked out once for all of them.
-- Only the rest is looked at one by one. It says of public channels what the first condition of the second part says: a person who is
-- there reads them, unless they are a guest of that team.
CREATE OR REPLACE FUNCTION unreadable_channels(of_workspace uuid, reader uuid) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public AS $$
  SELECT coalesce(array_agg(a.channel_id), '{}') FROM channel_audiences a
  WHERE a.workspace_id = of_workspace AND NOT (reader IS NULL AND a.is_public)
  AND (NOT a.is_public
    OR NOT EXISTS (SELECT FROM users u
      WHERE u.workspace_id = of_workspace AND u.id = reader AND u.deleted_at IS NULL AND u.deactivated_at IS NULL)
    OR (a.platform, a.team_id) IN (SELECT g.platform, g.team_id FROM chat_identities g
      WHERE g.workspace_id = of_workspace AND g.user_id = reader AND g.is_guest))
  AND NOT EXISTS (
    SELECT FROM users u
    LEFT JOIN chat_identities i ON i.workspace_id = u.workspace_id AND i.user_id = u.id AND i.platform = a.platform
      AND i.team_id IN (a.team_id, 'export ' || a.channel_id) AND i.external_id IS NOT NULL
      AND i.email = u.email AND u.email_verified_at IS NOT NULL
    WHERE u.workspace_id = of_workspace AND u.id = reader AND u.deleted_at IS NULL AND u.deactivated_at IS NULL AND (
      (a.is_public AND NOT EXISTS (SELECT FROM chat_identities g WHERE g.workspace_id = of_workspace AND g.user_id = reader
        AND g.platform = a.platform AND g.team_id = a.team_id AND g.is_guest))
      OR EXISTS (SELECT FROM channel_members m
        WHERE m.workspace_id = of_workspace AND m.channel_id = a.channel_id AND m.external_id = i.external_id)
      OR EXISTS (SELECT FROM channel_readers r
        WHERE r.workspace_id = of_workspace AND r.channel_id = a.channel_id AND r.user_id = reader)
      OR (NOT a.is_public
        AND (a.members_read_at IS NULL OR NOT a.is_known OR (i.external_id IS NULL AND u.membership IN ('owner', 'admin')))
        AND (a.chosen_by = reader OR (u.membership = 'owner' AND NOT EXISTS (SELECT FROM users c
          WHERE c.workspace_id = of_workspace AND c.id = a.chosen_by AND c.deleted_at IS NULL AND c.deactivated_at IS NULL))))
    )
  );
$$;
