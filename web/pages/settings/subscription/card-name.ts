const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** The card's brand: 'Visa', 'American Express'; 'Card' for an unknown brand. */
export const getCardName = (brand: string | null): string =>
  brand === null ? "Card" : (BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1));
