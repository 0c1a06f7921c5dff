export { writeExcerpt } from "./write-excerpt.ts";
