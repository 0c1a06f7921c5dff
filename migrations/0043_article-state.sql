ALTER TABLE "articles" RENAME COLUMN "standing" TO "state";--> statement-breakpoint
ALTER TABLE "articles" RENAME COLUMN "standing_reason" TO "state_reason";--> statement-breakpoint
-- What was kept to take a decision back, or to restore an article, names them too.
UPDATE "inbox_decisions" SET "before" = ("before" - 'standing' - 'standingReason')
  || CASE WHEN "before" ? 'standing' THEN jsonb_build_object('state', "before"->'standing') ELSE '{}' END
  || CASE WHEN "before" ? 'standingReason' THEN jsonb_build_object('stateReason', "before"->'standingReason') ELSE '{}' END
WHERE "before" ? 'standing' OR "before" ? 'standingReason';--> statement-breakpoint
UPDATE "articles" SET "trashed" = ("trashed" - 'standing' - 'standingReason')
  || jsonb_build_object('state', "trashed"->'standing', 'stateReason', "trashed"->'standingReason')
WHERE "trashed" ? 'standing';
