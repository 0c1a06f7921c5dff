/** The product's name. Every text takes it from here. */
export const BRAND = "Lorekeep";
