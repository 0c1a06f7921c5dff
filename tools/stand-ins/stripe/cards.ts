/** The reason why a bank declines a card: https://docs.stripe.com/declines/codes */
export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

const declined = (decline_code: string, message: string): Decline => ({ code: "card_declined", decline_code, message });
export const GENERIC_DECLINE = declined("generic_decline", "Your card was declined.");
export const INSUFFICIENT_FUNDS = declined("insufficient_funds", "Your card has insufficient funds.");
const NOT_A_TEST_CARD = declined(
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
);

/** The bank's decision when a card is saved or charged. 'authenticate': the card's owner must confirm first. */
type Answer = "ok" | "authenticate" | Decline;

export interface TestCard {
  brand: "visa" | "mastercard" | "amex";
  setup: Answer;
  charge: Answer;
  /** The id of Stripe's predefined payment method for this card, for calls from a server. */
  paymentMethod?: string;
}

/** Stripe's own test numbers: https://docs.stripe.com/testing */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { brand: "visa", setup: "ok", charge: "ok", paymentMethod: "pm_card_visa" },
  "5555555555554444": { brand: "mastercard", setup: "ok", charge: "ok", paymentMethod: "pm_card_mastercard" },
  "378282246310005": { brand: "amex", setup: "ok", charge: "ok", paymentMethod: "pm_card_amex" },
  "4000000000000002": {
    brand: "visa",
    setup: GENERIC_DECLINE,
    charge: GENERIC_DECLINE,
    paymentMethod: "pm_card_chargeDeclined",
  },
  "4000000000000341": {
    brand: "visa",
    setup: "ok",
    charge: GENERIC_DECLINE,
    paymentMethod: "pm_card_chargeCustomerFail",
  },
  "4000000000009995": {
    brand: "visa",
    setup: INSUFFICIENT_FUNDS,
    charge: INSUFFICIENT_FUNDS,
    paymentMethod: "pm_card_chargeDeclinedInsufficientFunds",
  },
  "4000000000000069": {
    brand: "visa",
    setup: { code: "expired_card", message: "Your card has expired." },
    charge: { code: "expired_card", message: "Your card has expired." },
    paymentMethod: "pm_card_chargeDeclinedExpiredCard",
  },
  "4000002500003155": {
    brand: "visa",
    setup: "authenticate",
    charge: "ok",
    paymentMethod: "pm_card_authenticationRequiredOnSetup",
  },
  "4000002760003184": {
    brand: "visa",
    setup: "authenticate",
    charge: "authenticate",
    paymentMethod: "pm_card_authenticationRequired",
  },
};

/** Returns the test card with this number. Refuses every other number, so that no real card is ever accepted. */
export function findTestCard(number: string): TestCard {
  const brand = number.startsWith("5") ? "mastercard" : number.startsWith("3") ? "amex" : "visa";
  return TEST_CARDS[number] ?? { brand, setup: NOT_A_TEST_CARD, charge: NOT_A_TEST_CARD };
}

/** Verifies the check digit of a card number. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
