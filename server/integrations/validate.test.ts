import { describe, expect, it } from "vitest";
import { AppError } from "../errors.ts";
import { checkKnowledgeFields } from "./validate.ts";

const site = { baseUrl: "https://acme.atlassian.net", spaceId: "KB" };
function refusal(type: string, fields: Record<string, string>): AppError | null {
  try {
    checkKnowledgeFields(type, fields);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe.each([["confluence"], ["jira"]])("CONF-027 CONF-028 a token of %s", (type) => {
  it.each([["abc"], ["abc:token"], [":token"], ["ada@acme.example:"], ["ada@acme.example"], ["a da@acme.example:t"]])(
    "'%s' is refused: it must be in the form email:token",
    (apiKey) => {
      const refused = refusal(type, { ...site, apiKey });
      expect(refused?.message).toBe("The token must be in the form email:token.");
      expect(refused?.details.fields).toEqual([{ path: "apiKey", message: refused?.message }]);
    },
  );

  it.each([["ada@acme.example:token"], ["ada+docs@acme.example:ATATT3x:with=colon"]])("'%s' is taken", (apiKey) => {
    expect(refusal(type, { ...site, apiKey })).toBeNull();
  });
});

it("says everything that is wrong at once", () => {
  expect(refusal("confluence", { baseUrl: "", spaceId: "", apiKey: "abc" })?.details.fields).toHaveLength(3);
});
