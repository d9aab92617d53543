/** Texts of the popup before and without a result. */
export * from "./application.ts"
export { connect } from "./connect.ts"
export { miss } from "./miss.ts"
export { nothing } from "./nothing.ts"
