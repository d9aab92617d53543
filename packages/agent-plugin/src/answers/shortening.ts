/**
 * Copies a value with its long texts, lists and keys shortened, and reports each cut. A copy stops as soon as it
 * exceeds its limit, so the time it takes does not depend on the size of the value.
 */

import * as ProviderText from "@inlay/core-http/ProviderText"

/** How much a copy keeps of each text and list. */
export interface Limits {
  readonly chars: number
  readonly items: number
  /** Of a field's name; 200 if absent, because no real name is longer. */
  readonly nameChars?: number
}

/** Formats a count for people: `65,000`. */
export const number = (count: number) => count.toLocaleString("en-US")

/** Returns the start of a text, without splitting a surrogate pair. */
export const cutText = (text: string, chars: number): string => {
  const cut = text.slice(0, chars)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** State while one copy is made. */
export interface Copy {
  readonly limits: Limits
  /** Characters and values that the copy may still use. Copying stops below 0. */
  room: number
  /** @param chars the length of a text that was cut; absent for other cuts */
  readonly report: (path: Copy["path"], kept: string, chars?: number) => void
  /** Keys and indexes that lead to the current value. */
  readonly path: Array<string | number>
  /** Returns the number of fields of an object. Each object is counted once, however many copies are tried. */
  readonly fieldsOf: (object: object) => number
}

/** Makes a function that counts an object's fields and remembers the count. */
export const countFields = (): Copy["fieldsOf"] => {
  const sizes = new WeakMap<object, number>()
  return (object) => {
    const before = sizes.get(object)
    if (before !== undefined) return before
    let fields = 0
    for (const _ in object) fields++
    sizes.set(object, fields)
    return fields
  }
}

/** A path as it may be displayed. */
export const pathOf = (path: Copy["path"]): string =>
  path.map((step) => (typeof step === "number" ? step : ProviderText.key(step))).join(".")

/** Returns a text, or its start if it is too long. */
const textOf = (text: string, copy: Copy): string => {
  const { chars } = copy.limits
  const shortText = text.length <= chars ? text : cutText(text, chars)
  copy.room -= shortText.length
  if (shortText.length < text.length) {
    copy.report(copy.path, `${number(shortText.length)} of ${number(text.length)} characters`, text.length)
  }
  return shortText
}

const listOf = (list: ReadonlyArray<unknown>, copy: Copy): ReadonlyArray<unknown> => {
  const { items } = copy.limits
  if (list.length > items) copy.report(copy.path, `${number(items)} of ${number(list.length)}`)
  const shortItems: Array<unknown> = []
  for (let n = 0; n < list.length && n < items && copy.room >= 0; n++) shortItems.push(within(list[n], n, copy))
  return shortItems
}

const MAX_NAME_CHARS = 200
/** Minimum number of top-level fields of the answer that are kept, whatever the limit for lists. */
const OWN_FIELDS = 50

const nameOf = (key: string, copy: Copy): string => {
  const { nameChars = MAX_NAME_CHARS } = copy.limits
  const name = key.length <= nameChars ? key : `${cutText(key, nameChars)}…`
  copy.room -= name.length
  if (name !== key) copy.report(copy.path, `a name of ${number(key.length)} characters is cut`)
  return name
}

/** Objects with many fields are limited like lists. */
const objectOf = (object: object, copy: Copy): object => {
  const most = copy.path.length === 0 ? Math.max(OWN_FIELDS, copy.limits.items) : copy.limits.items
  if (most !== Infinity && copy.fieldsOf(object) > most) {
    copy.report(copy.path, `${number(most)} of ${number(copy.fieldsOf(object))} fields`)
  }
  const fields: Array<readonly [string, unknown]> = []
  for (const key in object) {
    if (fields.length >= most || copy.room < 0) break
    const name = nameOf(key, copy)
    fields.push([name, within(Reflect.get(object, key), name, copy)])
  }
  return Object.fromEntries(fields)
}

const within = (value: unknown, key: string | number, copy: Copy): unknown => {
  copy.path.push(key)
  const shortValue = shorten(value, copy)
  copy.path.pop()
  return shortValue
}

/** Copies a value. If the copy's `room` is below 0 afterwards, the result is incomplete and must not be used. */
export const shorten = (value: unknown, copy: Copy): unknown => {
  copy.room -= 1
  if (typeof value === "string") return textOf(value, copy)
  if (typeof value !== "object" || value === null) return value
  return Array.isArray(value) ? listOf(value, copy) : objectOf(value, copy)
}
