/** In the place of `effect/Equal`: no promise client compares Effect's values by what they hold. */
export const symbol = "~effect/Equal"
export const equals = Object.is
export const asEquivalence = () => equals
export const byReferenceUnsafe = <A>(value: A): A => value
