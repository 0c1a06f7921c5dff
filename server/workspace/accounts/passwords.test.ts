import { describe, expect, it } from "vitest";
import { AppError } from "../../errors.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

describe("a password", () => {
  it("is known again, in any way of writing the same characters, and no other is", async () => {
    const stored = await hashPassword("Zoë's p\u00e4ssword");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword("Zoë's pa\u0308ssword", stored)).toBe(true);
    expect(await verifyPassword("Zoe's password", stored)).toBe(false);
    expect(await hashPassword("Zoë's p\u00e4ssword")).not.toBe(stored);
  });

  it("of nobody is never right", async () => {
    expect(await verifyPassword("", null)).toBe(false);
  });

  it("waits its turn in a storm, and beyond 50 waiting people are asked to come back", async () => {
    const stored = await hashPassword("right");
    const storm = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword("right", stored)));
    const refused = storm.filter((result) => result.status === "rejected");
    expect(storm.length - refused.length).toBe(52);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(AppError);
      expect(reason).toMatchObject({ code: "unavailable", details: { retryAfterSeconds: 3 } });
    }
    expect(await verifyPassword("right", stored)).toBe(true);
  });
});
