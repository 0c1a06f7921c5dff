import type { Provisioning } from "../../../shared/contract/provisioning.ts";

/** Describes the people: "4 people are in this workspace; the identity provider manages 3. 1 more is deactivated." */
export function describePeople({ active, deactivated, provisioned }: Provisioning["people"]): string {
  const here = active === 1 ? "1 person is in this workspace" : `${active} people are in this workspace`;
  const managed = provisioned > 0 ? `; the identity provider manages ${provisioned}` : "";
  const gone = deactivated === 0 ? "" : ` ${deactivated} more ${deactivated === 1 ? "is" : "are"} deactivated.`;
  return `${here}${managed}.${gone}`;
}
