/** yazl 3 brings no types; these are the parts in use. */
declare module "yazl" {
  import type { Readable } from "node:stream";

  class ZipFile {
    readonly outputStream: Readable;
    addBuffer(buffer: Buffer, path: string, options?: { mtime?: Date }): void;
    end(): void;
  }

  export { ZipFile };

  const yazl: { ZipFile: typeof ZipFile };
  export default yazl;
}
