/** Replaces `effect/Redactable`: no value in a promise client is printed differently depending on the current fiber. */
export const symbolRedactable: unique symbol = Symbol.for("~effect/Redactable")
export const currentFiberTypeId = "~effect/Fiber/currentFiber"
export const isRedactable = (): boolean => false
export const redact = <A>(value: A): A => value
export const getRedacted = <A>(value: A): A => value
