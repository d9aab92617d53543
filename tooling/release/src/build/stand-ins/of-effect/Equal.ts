/** Replaces `effect/Equal`: no promise client compares Effect's values structurally. */
export const symbol = "~effect/Equal"
export const equals = Object.is
export const asEquivalence = () => equals
export const byReferenceUnsafe = <A>(value: A): A => value
