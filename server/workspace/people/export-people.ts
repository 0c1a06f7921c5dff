import { BRAND } from "../../../shared/domain/brand.ts";
import { CSV_BYTE_ORDER_MARK, formatCsvLine } from "../../http/csv.ts";
import type { ListedPerson } from "./member-queries.ts";

const COLUMNS = ["name", "address", "role", "state", "last seen", "joined"];

export interface PeopleExport {
  fileName: string;
  contentType: string;
  body: string;
}

/** Builds the list for access reviews: members, deactivated and invited people. */
export function buildPeopleFile(people: readonly ListedPerson[], now = new Date()): PeopleExport {
  const lines = people.map(({ name, email, membership, state, lastSeenAt, joinedAt }) =>
    formatCsvLine([name, email, membership, state, momentOf(lastSeenAt), momentOf(joinedAt)]),
  );
  return {
    fileName: `${BRAND.toLowerCase()}-people-${now.toISOString().slice(0, 10)}.csv`,
    contentType: "text/csv; charset=utf-8",
    body: CSV_BYTE_ORDER_MARK + formatCsvLine(COLUMNS) + lines.join(""),
  };
}

const momentOf = (at: Date | null) => (at ? at.toISOString() : "");
