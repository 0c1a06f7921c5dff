/** The used parts of yazl 3, which has no types. */
declare module "yazl" {
  import type { Readable } from "node:stream";

  class ZipFile {
    readonly outputStream: Readable;
    addBuffer(buffer: Buffer, path: string, options?: { mtime?: Date }): void;
    /**
     * The stream is requested when the ZIP file's writing reaches this entry. The caller handles the stream's errors.
     */
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
