import { z } from "zod";

const shown = z.object({ model_info: z.record(z.string(), z.unknown()).optional() });
/** The context window to request unless the operator sets one. A larger window needs more memory. */
const USUAL_WINDOW = 32_768;
const LEAST_WINDOW = 8_192;

interface OllamaModel {
  address: string;
  apiKey: string;
  name: string;
  most: number | undefined;
}

/** Returns the context window for each call: the model's maximum, limited by the operator's setting. */
export async function readOllamaWindow(
  { address, apiKey, name, most }: OllamaModel,
  fetch: typeof globalThis.fetch,
): Promise<number> {
  const own = await fetch(`${address}/api/show`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model: name }),
  })
    .then(async (answer) => (answer.ok ? shown.safeParse(await answer.json()).data : undefined))
    .catch(() => undefined);
  const [, length] = Object.entries(own?.model_info ?? {}).find(([key]) => key.endsWith(".context_length")) ?? [];
  const wanted = most ?? USUAL_WINDOW;
  return typeof length === "number" && length > 0 ? Math.min(length, wanted) : (most ?? LEAST_WINDOW);
}
