CREATE TABLE "model_trials" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"series" uuid NOT NULL,
	"requested_by" uuid,
	"writer" text,
	"written_by" text,
	"most" integer NOT NULL,
	"messages_read" integer DEFAULT 0 NOT NULL,
	"read_to_at" timestamp with time zone,
	"read_to_id" text,
	"is_found" boolean DEFAULT false NOT NULL,
	"cost_micros" integer DEFAULT 0 NOT NULL,
	"run_id" uuid,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_trials_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "trial_matters" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"trial_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"sources" text[] NOT NULL,
	"question" text,
	"gist" text,
	"kind" text NOT NULL,
	"settled" text NOT NULL,
	"said_hash" text,
	"written" jsonb,
	"problem" text,
	"cost_micros" integer DEFAULT 0 NOT NULL,
	"milliseconds" integer DEFAULT 0 NOT NULL,
	"written_at" timestamp with time zone,
	"chance" real,
	"judgement" text,
	"judged_at" timestamp with time zone,
	"article_id" uuid,
	CONSTRAINT "trial_matters_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "model_trials" ADD CONSTRAINT "model_trials_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_trials" ADD CONSTRAINT "model_trials_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_matters" ADD CONSTRAINT "trial_matters_trial" FOREIGN KEY ("workspace_id","trial_id") REFERENCES "public"."model_trials"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_trials_created" ON "model_trials" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "trial_matters_of_trial" ON "trial_matters" USING btree ("workspace_id","trial_id");--> statement-breakpoint
CREATE INDEX "trial_matters_sources" ON "trial_matters" USING gin ("sources");--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "model_trials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "model_trials" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "trial_matters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "trial_matters" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
