import { PATIENCE_MS } from "../../../scripts/patience.ts";
import type { Encoder } from "../../encoder/meaning.ts";
import { createEncoderThread } from "../engine-thread.ts";

let encoder: Encoder | undefined;

/** One fully started encoder for all tests of a worker process. Without embeddings, the engine judges differently. */
export async function warmUpEncoder(): Promise<Encoder> {
  encoder ??= createEncoderThread({ patienceMs: PATIENCE_MS });
  await encoder.encode(["It has begun."]);
  return encoder;
}
