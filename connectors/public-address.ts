const OF_ONE_NETWORK = /\.(local|localhost|internal|intranet|lan|home|corp|private|test|example|invalid)$/;
const IS_IP = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * Whether a platform on the internet can probably reach this address: it uses https, and its name does not belong to a
 * private network.
 */
export function looksPublic(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== "https:" || IS_IP.test(hostname) || hostname.startsWith("[")) return false;
  return hostname.includes(".") && !OF_ONE_NETWORK.test(hostname);
}
