ALTER TABLE "thread_questions" DROP CONSTRAINT "thread_questions_channel";
--> statement-breakpoint
ALTER TABLE "thread_questions" ALTER COLUMN "channel_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "thread_questions" ADD CONSTRAINT "thread_questions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_questions" ADD CONSTRAINT "thread_questions_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE SET NULL ("channel_id") ON UPDATE no action;