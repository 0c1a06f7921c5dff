CREATE TABLE "audit_entries" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"done_by" uuid,
	"action" text NOT NULL,
	"thing" text NOT NULL,
	"thing_ids" text[] DEFAULT '{}' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"asked" jsonb,
	"ip" text,
	"request_id" text,
	CONSTRAINT "audit_entries_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("workspace_id","done_by","id");--> statement-breakpoint
CREATE INDEX "audit_entries_thing" ON "audit_entries" USING btree ("workspace_id","thing","id");--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001.
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "audit_entries" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- Audit entries are written and never changed, and stay for 365 days or until their workspace is gone. Of a deleted account the person
-- and the address are taken out. This holds for the tables' owner too.
CREATE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (OLD.at < now() - interval '365 days' OR NOT EXISTS (SELECT FROM workspaces WHERE id = OLD.workspace_id)) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.done_by IS NULL AND NEW.ip IS NULL
    AND EXISTS (SELECT FROM users WHERE workspace_id = OLD.workspace_id AND id = OLD.done_by AND deleted_at IS NOT NULL)
    AND to_jsonb(NEW) - '{done_by,ip}'::text[] = to_jsonb(OLD) - '{done_by,ip}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Audit entries cannot be changed, and not be deleted within 365 days' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_audit_entries BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION keep_audit_entries();
--> statement-breakpoint
CREATE TRIGGER keep_all_audit_entries BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entries();
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM lorekeep_app;
  END IF;
END $$;
