/** Inputs from programs that write `undefined` for a field that they leave out. */
import { defined } from "../json/object.ts"

/**
 * Copies a value without the fields that are `undefined`, in plain objects at any depth. Items of lists stay, because
 * their place counts.
 * @param within the objects that hold the value, because an object may hold itself
 */
export const withoutUndefined = (value: unknown, within: ReadonlyArray<unknown> = []): unknown => {
  const inner = (one: unknown) => withoutUndefined(one, [...within, value])
  if (within.includes(value)) return value
  if (Array.isArray(value)) return value.map(inner)
  return (value as object | null | undefined)?.constructor === Object
    ? Object.fromEntries(Object.entries(defined(value as object)).map(([name, field]) => [name, inner(field)]))
    : value
}
