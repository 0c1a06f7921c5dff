import { Parser } from "htmlparser2";

/** A backup in the bucket. */
export interface StoredObject {
  name: string;
  at: Date;
  bytes: number;
}

/** Maps each element of an XML answer to its text. If an element occurs several times, the last text is used. */
export function readFields(xml: string): Record<string, string> {
  const fields: Record<string, string> = {};
  walk(xml, (name, text) => void (fields[name] = text));
  return fields;
}

/**
 * Parses an answer of ListObjectsV2: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html. Removes
 * `prefix` from names.
 */
export function readObjects(xml: string, prefix: string): StoredObject[] {
  const objects: StoredObject[] = [];
  let fields: Record<string, string> = {};
  walk(xml, (name, text) => {
    fields[name] = text;
    if (name !== "Contents") return;
    const key = fields["Key"] ?? "";
    if (key.startsWith(prefix))
      objects.push({
        name: key.slice(prefix.length),
        at: new Date(fields["LastModified"] ?? 0),
        bytes: Number(fields["Size"]),
      });
    fields = {};
  });
  return objects;
}

function walk(xml: string, ended: (name: string, text: string) => void): void {
  let text = "";
  const parser = new Parser(
    {
      onopentag: () => void (text = ""),
      ontext: (part) => void (text += part),
      onclosetag: (name) => ended(name, text),
    },
    { xmlMode: true },
  );
  parser.end(xml);
}
