CREATE TABLE "presences" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"window_id" text NOT NULL,
	"article_id" uuid,
	"is_editing" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "presences_workspace_id_user_id_window_id_pk" PRIMARY KEY("workspace_id","user_id","window_id")
);
--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "presences" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "presences" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
