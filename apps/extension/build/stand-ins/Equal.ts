/** In the place of `effect/Equal`: the worker compares no values of Effect by what they hold. */
export const symbol = "~effect/Equal"
export const equals = Object.is
const always = () => equals
export { always as asEquivalence, always as makeCompareMap, always as makeCompareSet }
export const byReferenceUnsafe = <A>(value: A): A => value
