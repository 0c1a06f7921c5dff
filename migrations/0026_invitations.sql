CREATE TABLE "invitation_links" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"last4" text NOT NULL,
	"membership" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"joined" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invitation_links_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"membership" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"link_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "invitations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_email";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "person_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "entered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "join_by_domain" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invitation_links" ADD CONSTRAINT "invitation_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_links_token" ON "invitation_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending" ON "invitations" USING btree ("workspace_id","email") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_ended" ON "invitations" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "users_address" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_person" ON "users" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email" UNIQUE("workspace_id","email");
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
-- An address is one person's, in however many workspaces the person is.
ALTER TABLE "users" ADD CONSTRAINT "users_one_person" EXCLUDE USING gist ("email" WITH =, "person_id" WITH <>);
--> statement-breakpoint
-- What a person signs in with is the same in every workspace. It runs with the rights of the tables' owner: whoever works within one
-- workspace sees no row of another. Out of one workspace nobody changes how somebody signs in to another.
CREATE FUNCTION same_person_signs_in_alike() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF nullif(current_setting('app.workspace_id', true), '') IS NOT NULL AND EXISTS (
    SELECT FROM users WHERE person_id = NEW.person_id AND workspace_id <> NEW.workspace_id AND deleted_at IS NULL
  ) THEN
    RAISE EXCEPTION 'This person is in other workspaces too' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE users SET email = NEW.email, password_hash = NEW.password_hash, email_verified_at = NEW.email_verified_at, updated_at = now()
  WHERE person_id = NEW.person_id AND workspace_id <> NEW.workspace_id AND deleted_at IS NULL
    AND (email, password_hash, email_verified_at) IS DISTINCT FROM (NEW.email, NEW.password_hash, NEW.email_verified_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION same_person_signs_in_alike() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER same_person_signs_in_alike AFTER UPDATE OF email, password_hash, email_verified_at ON "users"
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND NEW.person_id = OLD.person_id
    AND (NEW.email, NEW.password_hash, NEW.email_verified_at) IS DISTINCT FROM (OLD.email, OLD.password_hash, OLD.email_verified_at))
  EXECUTE FUNCTION same_person_signs_in_alike();
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "invitations" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "invitation_links" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "invitation_links" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
