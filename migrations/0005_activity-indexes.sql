DROP INDEX "activity_logs_type";--> statement-breakpoint
CREATE INDEX "analyzed_messages_counted" ON "analyzed_messages" USING btree ("workspace_id","counted_at","messages");--> statement-breakpoint
CREATE INDEX "activity_logs_type" ON "activity_logs" USING btree ("workspace_id","type","id");