ALTER TABLE "llm_calls" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
-- Where only one channel has the first message of a call, the call was about that channel.
update llm_calls set channel_id = found.channel_id
from (
  select c.workspace_id, c.id, min(m.channel_id::text)::uuid as channel_id
  from llm_calls c join messages m on m.workspace_id = c.workspace_id and m.external_id = c.sources[1]
  group by c.workspace_id, c.id having count(distinct m.channel_id) = 1
) found
where llm_calls.workspace_id = found.workspace_id and llm_calls.id = found.id;
