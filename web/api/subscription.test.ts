import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { ApiError } from "./client.ts";
import { shouldRetrySubscription } from "./subscription.ts";

it("API-051 the subscription is asked for up to 3 times more when the server fails, and not again once the account is expired", async () => {
  const askedBeforeGivingUp = async (error: Error) => {
    let asked = 0;
    const client = new QueryClient();
    const reading = client.fetchQuery({
      queryKey: ["/api/subscription"],
      queryFn: () => {
        asked += 1;
        throw error;
      },
      retry: shouldRetrySubscription,
      retryDelay: 0,
    });
    await expect(reading).rejects.toBe(error);
    return asked;
  };
  expect(await askedBeforeGivingUp(new ApiError(500, "Internal Server Error"))).toBe(4);
  expect(await askedBeforeGivingUp(new TypeError("Failed to fetch"))).toBe(4);
  expect(await askedBeforeGivingUp(new ApiError(403, '{"message":"Account expired","subscriptionExpired":true}'))).toBe(
    1,
  );
  expect(await askedBeforeGivingUp(new ApiError(403, "Account expired"))).toBe(1);
});
