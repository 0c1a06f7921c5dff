import Fastify from "fastify";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { serializerCompiler } from "./routes.ts";

const answer = z.object({
  id: z.uuid(),
  kinds: z.array(z.discriminatedUnion("kind", [z.object({ kind: z.literal("a"), title: z.string().max(5) })])),
  note: z.string().optional(),
});
const ID = "0199d0a4-0000-7000-8000-000000000001";
const app = Fastify();
app.setSerializerCompiler(serializerCompiler as never);
let given: unknown;
app.get("/", { schema: { response: { 200: answer } } }, async () => given);
afterAll(() => app.close());

async function answerWith(value: unknown) {
  given = value;
  const { statusCode, body } = await app.inject({ url: "/" });
  return { statusCode, body };
}

it("A field that is not in the contract never leaves, however deep it is.", async () => {
  const kinds = [{ kind: "a", title: "Yes", secret: "no" }];
  for (const _ of ["first", "compiled"]) {
    const { statusCode, body } = await answerWith({ id: ID, kinds, passwordHash: "no" });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { id: ID, kinds: [{ kind: "a", title: "Yes" }] }]);
  }
});

it.each([
  ["a missing field", { id: ID }],
  ["a value of another type", { id: ID, kinds: [], note: null }],
  ["an id that is none", { id: "1", kinds: [] }],
  ["a case that is not there", { id: ID, kinds: [{ kind: "b", title: "Yes" }] }],
  ["a text that is too long", { id: ID, kinds: [{ kind: "a", title: "Too long" }] }],
])("An answer with %s is not sent, and the request fails.", async (_, wrong) => {
  const { statusCode, body } = await answerWith(wrong);
  expect(statusCode).toBe(500);
  expect(body).not.toContain(ID);
});
