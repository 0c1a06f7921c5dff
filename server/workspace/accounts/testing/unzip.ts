import yauzl from "yauzl";

/** Unpacks a ZIP and returns its files by name. */
export async function unzip(content: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await yauzl.fromBufferPromise(content);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks).toString("utf8"));
  }
  return files;
}
