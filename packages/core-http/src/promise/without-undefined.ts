/** Inputs from programs that write `undefined` for a field that they leave out. */

const isPlainObject = (value: object): value is Readonly<Record<string, unknown>> => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Returns a value without the fields that are `undefined`, in objects at any depth. Items of lists stay, because their
 * place counts. Only what holds such a field is copied.
 * @param within the objects that hold the value, because an object may hold itself
 */
export const withoutUndefined = (value: unknown, within: ReadonlyArray<object> = []): unknown => {
  if (typeof value !== "object" || value === null || within.includes(value)) return value
  const inner = (one: unknown) => withoutUndefined(one, [...within, value])
  if (Array.isArray(value)) {
    const items: ReadonlyArray<unknown> = value.map(inner)
    return items.every((item, at) => Object.is(item, value[at])) ? value : items
  }
  if (!isPlainObject(value)) return value
  const fields = Object.entries(value).map(([name, field]) => [name, inner(field)] as const)
  return fields.every(([name, field]) => field !== undefined && Object.is(field, value[name]))
    ? value
    : Object.fromEntries(fields.filter(([, field]) => field !== undefined))
}
