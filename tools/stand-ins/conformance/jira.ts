import { createJiraTarget } from "../../../connectors/jira/target.ts";
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startJiraStandIn } from "../jira/server.ts";
import { runPageLifecycle } from "./knowledge.ts";
import { type ConformanceReport, KNOWN_GAP, startSpecValidator } from "./strict-peer.ts";

/** Matches paths that the stored part of Atlassian's description lacks. */
const LEFT_OUT = /\/(mypermissions|transitions|remotelink|tenant_info)/;
/** Matches the complaint about the body of a refusal. Jira sends one, but the description contains none. */
const NO_BODY = /should NOT have a body/;

/** Compares our Jira connector and its stand-in with Atlassian's description. `specsDir` contains `peers/`. */
export async function conformJira(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startJiraStandIn();
  const peer = await startSpecValidator(specsDir, "jira.v3.peer.json", standIn.url);
  let beforeRead = () => {};
  let checked = 0;
  const between: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (LEFT_OUT.test(pathname)) return fetch(input, init);
    if (pathname.includes("/issue/1")) beforeRead();
    checked += 1;
    const answer = await fetch(`${peer.url}${pathname}${search}`, init);
    // The validator blocks every refusal (see KNOWN_GAP). A refused call had no effect, so it is repeated without the
    // validator.
    const why = answer.status === 500 ? await answer.clone().text() : "";
    return KNOWN_GAP.test(why) || NO_BODY.test(why) ? fetch(input, init) : answer;
  };
  try {
    const config = {
      baseUrl: standIn.url,
      spaceId: DEFAULT_PROJECT.key,
      apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
    };
    const target = createJiraTarget({ fetch: between, gatewayUrl: standIn.gatewayUrl });
    const problems = await runPageLifecycle(target, config, {
      titlesAreUnique: false,
      editMeanwhile(id) {
        beforeRead = () => {
          beforeRead = () => {};
          const meanwhile = { type: "paragraph", content: [{ type: "text", text: "meanwhile" }] };
          standIn.editAsPerson(id, ({ content }) => void content.push(meanwhile));
        };
      },
    });
    return {
      name: "Jira: target and stand-in against Atlassian's published description",
      requests: checked,
      responses: checked,
      violations: [...problems, ...peer.violations.filter((line) => !NO_BODY.test(line))],
    };
  } finally {
    peer.stop();
    await standIn.close();
  }
}
