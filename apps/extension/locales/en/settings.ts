/** Texts of the options page. */
export { account } from "./account.ts"
export * from "./browser-data.ts"
export * from "./fields.ts"
export { hub } from "./hub.ts"
export { languageChoice } from "./language-choice.ts"
export { place } from "./place.ts"
