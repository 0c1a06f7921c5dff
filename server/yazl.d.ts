/** yazl 3 has no types; these are the parts in use. */
declare module "yazl" {
  import type { Readable } from "node:stream";

  class ZipFile {
    readonly outputStream: Readable;
    addBuffer(buffer: Buffer, path: string, options?: { mtime?: Date }): void;
    /** The stream is requested when it is this entry's turn. The caller handles its errors. */
    addReadStreamLazy(
      path: string,
      options: { mtime?: Date },
      open: (give: (error: Error | null, stream: Readable) => void) => void,
    ): void;
    end(): void;
  }

  export { ZipFile };

  const yazl: { ZipFile: typeof ZipFile };
  export default yazl;
}
