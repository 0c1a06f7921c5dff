ALTER TABLE "users" ADD COLUMN "email_proof" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "is_mailed" boolean;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "awaits_approval" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- An address that provisioning wrote was proven by nobody; one whose identity provider signed the person in by that provider. The rest
-- is settled at the next start, which knows whether mail goes out (server/db/address-proof.ts).
UPDATE users u SET email_proof = CASE
  WHEN EXISTS (SELECT FROM identities i JOIN users o ON o.workspace_id = i.workspace_id AND o.id = i.user_id
    WHERE o.person_id = u.person_id) THEN 'provider'
  WHEN EXISTS (SELECT FROM workspace_identities i WHERE i.workspace_id = u.workspace_id AND i.user_id = u.id) THEN 'workspace-provider'
  WHEN EXISTS (SELECT FROM provisioned_people p WHERE p.workspace_id = u.workspace_id AND p.user_id = u.id AND p.is_made) THEN 'nobody'
  ELSE 'unknown' END
WHERE email_verified_at IS NOT NULL;
--> statement-breakpoint
-- Only a proven address is matched with a person of the chat.
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
      AND i.email = u.email AND u.email_verified_at IS NOT NULL AND u.email_proof NOT IN ('nobody', 'unknown')
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
--> statement-breakpoint
-- A new address in one workspace is the person's in all; what proves it is taken along where it counts in all.
CREATE OR REPLACE FUNCTION same_person_signs_in_alike() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF nullif(current_setting('app.workspace_id', true), '') IS NOT NULL AND EXISTS (
    SELECT FROM users WHERE person_id = NEW.person_id AND workspace_id <> NEW.workspace_id AND deleted_at IS NULL
  ) THEN
    RAISE EXCEPTION 'This person is in other workspaces too' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE users SET email = NEW.email, password_hash = NEW.password_hash, email_verified_at = NEW.email_verified_at, updated_at = now(),
    email_proof = CASE WHEN email = NEW.email THEN email_proof
      WHEN NEW.email_proof IN ('mail', 'provider', 'operator') THEN NEW.email_proof ELSE 'nobody' END
  WHERE person_id = NEW.person_id AND workspace_id <> NEW.workspace_id AND deleted_at IS NULL
    AND (email, password_hash, email_verified_at) IS DISTINCT FROM (NEW.email, NEW.password_hash, NEW.email_verified_at);
  RETURN NULL;
END $$;
