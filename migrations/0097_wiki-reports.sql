ALTER TABLE "notifications" ALTER COLUMN "article_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "wiki_report_at" timestamp with time zone;