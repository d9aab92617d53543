/** Replaces `effect/Equal`: nothing in these bundles compares Effect's values structurally. */
export const symbol = "~effect/Equal"
export const equals = Object.is
const always = () => equals
export { always as asEquivalence, always as makeCompareMap, always as makeCompareSet }
export const byReferenceUnsafe = <A>(value: A): A => value
