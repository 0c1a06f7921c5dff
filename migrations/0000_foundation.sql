CREATE TABLE "activity_logs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_logs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "article_sources" (
	"workspace_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"message_external_id" text NOT NULL,
	"channel_id" uuid,
	"author_name" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"thread_id" text,
	"text" text NOT NULL,
	CONSTRAINT "article_sources_workspace_id_article_id_message_external_id_pk" PRIMARY KEY("workspace_id","article_id","message_external_id")
);
--> statement-breakpoint
CREATE TABLE "article_versions" (
	"workspace_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"summary" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"reason" text NOT NULL,
	"engine" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_versions_workspace_id_article_id_version_pk" PRIMARY KEY("workspace_id","article_id","version")
);
--> statement-breakpoint
CREATE TABLE "article_words" (
	"workspace_id" uuid NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "article_words_workspace_id_word_pk" PRIMARY KEY("workspace_id","word")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid,
	"channel_name" text NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"summary_text" text NOT NULL,
	"summary" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"content_type" text NOT NULL,
	"category" text NOT NULL,
	"difficulty" text NOT NULL,
	"priority" text NOT NULL,
	"confidence" real NOT NULL,
	"reasons" text[] NOT NULL,
	"tags" text[] NOT NULL,
	"keywords" text[] NOT NULL,
	"estimated_read_time" integer NOT NULL,
	"redactions" jsonb NOT NULL,
	"author_name" text,
	"engine" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" DEFAULT '' NOT NULL,
	"body_text" text NOT NULL,
	CONSTRAINT "articles_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "articles_confidence" CHECK (confidence between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid,
	"platform" text NOT NULL,
	"external_id" text NOT NULL,
	"team_id" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"check_frequency_minutes" integer NOT NULL,
	"cursor" jsonb,
	"last_checked" timestamp with time zone,
	"trouble" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "channels_external" UNIQUE("workspace_id","platform","team_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "chat_integrations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"platform" text NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secrets" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"team_id" text,
	"team_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"trouble" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_integrations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"key" text NOT NULL,
	"message_count" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"fingerprint" text NOT NULL,
	"score" real,
	"is_knowledge" boolean,
	"content_type" text,
	"reasons" text[],
	"analysed_at" timestamp with time zone,
	"article_id" uuid,
	CONSTRAINT "conversations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "conversations_key" UNIQUE("workspace_id","channel_id","key")
);
--> statement-breakpoint
CREATE TABLE "knowledge_integrations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"base_url" text DEFAULT '' NOT NULL,
	"space_id" text DEFAULT '' NOT NULL,
	"api_key_sealed" text NOT NULL,
	"api_key_last4" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"trouble" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_integrations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "llm_calls" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid,
	"purpose" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"input_hash" text NOT NULL,
	"output" jsonb,
	"outcome" text NOT NULL,
	"input_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"cost_micros" integer NOT NULL,
	"milliseconds" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "llm_calls_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"workspace_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"thread_id" text,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"text" text NOT NULL,
	"conversation_key" text,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_workspace_id_channel_id_external_id_pk" PRIMARY KEY("workspace_id","channel_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"state" text NOT NULL,
	"marker" text NOT NULL,
	"wanted_version" integer NOT NULL,
	"published_version" integer,
	"intent_at" timestamp with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"title" text,
	"external_id" text,
	"url" text,
	"published_blocks" jsonb,
	"echoed_keys" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pending_blocks" jsonb,
	"replace_conflicts" boolean DEFAULT false NOT NULL,
	"published_title" text,
	"trouble" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "publications_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "publications_once" UNIQUE("workspace_id","article_id","integration_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"hits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"input" jsonb NOT NULL,
	"progress" jsonb NOT NULL,
	"result" jsonb,
	"error" text,
	"position" jsonb,
	"requested_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "runs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "single_use_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company" text NOT NULL,
	"job_title" text,
	"role" text DEFAULT 'member' NOT NULL,
	"profile_image_url" text,
	"email_verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "users_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "workspace_settings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"sensitivity" integer NOT NULL,
	"min_message_length" integer NOT NULL,
	"detection_keywords" text[] NOT NULL,
	"monitoring_mode" text DEFAULT 'manual' NOT NULL,
	"last_updated" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text DEFAULT 'starter' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_sources" ADD CONSTRAINT "article_sources_workspace_id_article_id_articles_workspace_id_id_fk" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_workspace_id_article_id_articles_workspace_id_id_fk" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_words" ADD CONSTRAINT "article_words_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_integration" FOREIGN KEY ("workspace_id","integration_id") REFERENCES "public"."chat_integrations"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD CONSTRAINT "chat_integrations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_workspace_id_channel_id_channels_workspace_id_id_fk" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD CONSTRAINT "knowledge_integrations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "llm_calls" ADD CONSTRAINT "llm_calls_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_channel_id_channels_workspace_id_id_fk" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_workspace_id_article_id_articles_workspace_id_id_fk" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_integration" FOREIGN KEY ("workspace_id","integration_id") REFERENCES "public"."knowledge_integrations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_use_tokens" ADD CONSTRAINT "single_use_tokens_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_settings" ADD CONSTRAINT "workspace_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_logs_created" ON "activity_logs" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "activity_logs_type" ON "activity_logs" USING btree ("workspace_id","type","created_at");--> statement-breakpoint
CREATE INDEX "article_sources_message" ON "article_sources" USING btree ("workspace_id","channel_id","message_external_id");--> statement-breakpoint
CREATE INDEX "articles_created" ON "articles" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "articles_category" ON "articles" USING btree ("workspace_id","category");--> statement-breakpoint
CREATE INDEX "chat_integrations_team" ON "chat_integrations" USING btree ("platform","team_id");--> statement-breakpoint
CREATE INDEX "llm_calls_day" ON "llm_calls" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "llm_calls_input" ON "llm_calls" USING btree ("workspace_id","input_hash");--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" USING btree ("workspace_id","channel_id","sent_at");--> statement-breakpoint
CREATE INDEX "messages_conversation" ON "messages" USING btree ("workspace_id","channel_id","conversation_key");--> statement-breakpoint
CREATE INDEX "messages_ungrouped" ON "messages" USING btree ("workspace_id","channel_id","sent_at") WHERE conversation_key is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "publications_due" ON "publications" USING btree ("next_attempt_at") WHERE state in ('queued', 'in-flight');--> statement-breakpoint
CREATE INDEX "runs_created" ON "runs" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "single_use_tokens_user" ON "single_use_tokens" USING btree ("workspace_id","user_id","purpose");