import type { AccountDeletion, Session } from "../../shared/contract/personal-data.ts";
import { idOf } from "./sample-data.ts";

export const sessions: Session[] = [
  {
    id: idOf(901),
    device: "Chrome on Linux",
    network: "203.0.113.…",
    createdAt: "2026-11-19T07:58:00.000Z",
    lastSeenAt: "2026-11-21T09:00:00.000Z",
    isThisOne: true,
  },
  {
    id: idOf(902),
    device: "Safari on iPhone",
    network: "2001:db8:85a3:…",
    createdAt: "2026-11-02T18:20:00.000Z",
    lastSeenAt: "2026-11-20T21:14:00.000Z",
    isThisOne: false,
  },
];

export const deletion: AccountDeletion = {
  proof: "password",
  isLastPerson: true,
  articles: 128,
  integrations: 3,
  workspaces: [{ name: "Analytical Engines", goes: true }],
  purgedBy: "2026-12-21T09:00:00.000Z",
};

export const newSecondFactor = {
  secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  uri: "otpauth://totp/Lorekeep:ada%40acme.io?issuer=Lorekeep&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
};

export const recoveryCodes = Array.from({ length: 10 }, (_, n) => `abc${n}d-efgh-jkmn-pqrs`);
