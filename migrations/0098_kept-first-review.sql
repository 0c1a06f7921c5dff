-- In new workspaces the first articles of a channel now wait for review. A workspace without a row has never chosen: it keeps what it had.
INSERT INTO "review_settings" ("workspace_id", "review_new_channels", "approvals_to_trust", "auto_accept_proposals", "accepted_risk")
SELECT "id", false, 3, false, 20 FROM "workspaces"
ON CONFLICT ("workspace_id") DO NOTHING;
