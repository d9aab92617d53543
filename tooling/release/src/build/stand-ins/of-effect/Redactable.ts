/** In the place of `effect/Redactable`: no value of a promise client prints itself by the fiber that it is read in. */
export const symbolRedactable: unique symbol = Symbol.for("~effect/Redactable")
export const currentFiberTypeId = "~effect/Fiber/currentFiber"
export const isRedactable = (): boolean => false
export const redact = <A>(value: A): A => value
export const getRedacted = <A>(value: A): A => value
