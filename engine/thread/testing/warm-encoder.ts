import { PATIENCE_MS } from "../../../scripts/patience.ts";
import type { Encoder } from "../../encoder/meaning.ts";
import { createEncoderThread } from "../engine-thread.ts";

let encoder: Encoder | undefined;

/** One for all tests of a worker. It has begun, however slow the machine: an engine that does without meaning judges otherwise. */
export async function warmUpEncoder(): Promise<Encoder> {
  encoder ??= createEncoderThread({ patienceMs: PATIENCE_MS });
  await encoder.encode(["It has begun."]);
  return encoder;
}
