import { Secret, TOTP } from "otpauth";
import { BRAND } from "../../../shared/domain/brand.ts";

const PERIOD_SECONDS = 30;
/** The previous and the next 30-second step are accepted too, because clocks differ. */
const WINDOW = 1;

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: BRAND, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** Returns 160 random bits (RFC 4226, section 4) in base32. */
export const createSecret = (): string => new Secret({ size: 20 }).base32;

/** Builds 'otpauth://totp/…', which authenticator apps read from a QR code. */
export const buildTotpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Returns the 30-second step of this code at `seconds` since 1970; null for a wrong code. */
export function findTotpStep(secret: string, code: string, seconds: number): number | null {
  const delta = totpOf(secret, "").validate({ token: code, timestamp: seconds * 1000, window: WINDOW });
  return delta === null ? null : Math.floor(seconds / PERIOD_SECONDS) + delta;
}
