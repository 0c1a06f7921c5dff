import { extractTerms } from "./terms.ts";

/**
 * Words that people at work use interchangeably, with abbreviations and parts of names. A synonym has a lower weight
 * than the question's own word, because the two can differ in some contexts.
 */
const GROUPS = `
warranty guarantee | vacation holiday leave pto | carry rollover transfer unused leftover | sick ill illness fever flu
certificate note doctor medical | child son daughter kid | salary wage pay payday payroll
parental maternity paternity | allowance reimbursement expense reimburse | raise increase
colleague coworker employee staff person | manager lead boss supervisor | hire recruit recruiting jobs
customer client buyer | business company firm | supplier vendor | carrier haulier freight forwarder transport
truck lorry driver | order purchase | parcel package shipment packet | shipping delivery dispatch | pallet skid
refund reimburse money-back credited credit | return send-back | invoice bill | price cost charge
quote quotation offer | subscription recurring standing repeat | stock inventory goods | count stocktake cycle-count
shelf bin rack aisle location | warehouse hall depot | damage damaged broken smashed crushed
claim complain complaint | deadline due cut-off until | customs duty export import | document paper form | weekday day
phone mobile handset smartphone | authenticator code 2fa second-factor sign-in | password passcode passphrase login
expire expired invalid | mail email message | mailbox inbox | scanner handheld device | wifi wireless wlan network
vpn tunnel wireguard remote | laptop notebook computer pc | screen monitor display | printer print | label sticker
blank empty nothing white | install setup set-up | delete remove erase clean | undo revert rollback reset
test try simulate dry-run trial | build compile image container | database postgres postgresql sql db
migration schema alter | lock block hang stuck hold | deploy release rollout | branch main
file spreadsheet excel csv | encoding utf-8 umlaut character byte | webhook event callback | twice double duplicate
night evening midnight | timezone time-zone zone utc | machine server ci runner | browser chrome firefox
certificate cert https ssl tls | secret password token credential key | share give | access permission right
fast speed slow long | error fail failure break broken crash | restart reboot | start begin boot
stop end kill terminate | show display list see | change edit modify adjust | add append insert push
exclude ignore skip | milk drink | hot temperature degree warm | foam froth steam | meeting appointment call
office building site | room desk | car vehicle | travel trip flight | training course | contract agreement
approve approval ok sign-off | cancel abort | grinder mill
`;

/** Maps each term to the other terms of its groups. */
const NEAR = new Map<string, Set<string>>();
for (const line of GROUPS.trim().split(/ \| |\n/)) {
  const terms = line.split(" ").map((word) => extractTerms(word)[0] ?? word);
  for (const term of terms) {
    const near = NEAR.get(term) ?? new Set();
    for (const other of terms) if (other !== term) near.add(other);
    NEAR.set(term, near);
  }
}

/** Returns the synonyms of a term, stemmed like `extractTerms`. */
export function findSynonyms(term: string): string[] {
  return [...(NEAR.get(term) ?? [])];
}
