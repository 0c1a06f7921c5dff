import { PLANS } from "../../../shared/domain/plans.ts";
import type { StripeAccount } from "./account.ts";
import type { Price, Product } from "./resources.ts";

/** Lorekeep's plans, as `lorekeep billing setup` creates them. */
export function addPlans(account: StripeAccount): void {
  for (const { id, name, monthlyCents } of PLANS) {
    if (monthlyCents === 0) continue;
    const product = addProduct(account, { id: `prod_${id}`, name });
    const price = addPrice(account, { id: `price_${id}`, product, cents: monthlyCents, lookupKey: id, nickname: name });
    product.default_price = price.id;
  }
}

export interface NewProduct {
  id?: string;
  name: string;
  description?: string | null;
  metadata?: Record<string, string>;
}

export function addProduct(account: StripeAccount, wanted: NewProduct): Product {
  const { id = account.newId("product"), name, description = null, metadata = {} } = wanted;
  return account.add<"product">({
    id,
    object: "product",
    active: true,
    created: account.now(),
    default_price: null,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: account.now(),
    url: null,
  });
}

export interface NewPrice {
  id?: string;
  product: Product;
  cents: number;
  lookupKey?: string | null;
  nickname?: string | null;
  metadata?: Record<string, string>;
}

/** Adds a monthly price. */
export function addPrice(account: StripeAccount, wanted: NewPrice): Price {
  const { id = account.newId("price"), product, cents, lookupKey = null, nickname = null, metadata = {} } = wanted;
  return account.add<"price">({
    id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: account.now(),
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata,
    nickname,
    product: product.id,
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: cents,
    unit_amount_decimal: String(cents),
  });
}
