ALTER TABLE "knowledge_integrations" ADD COLUMN "needs_own_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_attempts" ADD COLUMN "own_account_from" text;--> statement-breakpoint
ALTER TABLE "platform_grants" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "wiki_repairs" ADD COLUMN "as_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_grants" ADD CONSTRAINT "platform_grants_of_person" FOREIGN KEY ("workspace_id","person_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "platform_grants_person" ON "platform_grants" USING btree ("workspace_id","person_id","platform");