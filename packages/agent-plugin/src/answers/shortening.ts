/**
 * Copies of a value in which long texts, lists and names are shortened, each cut reported. A copy is given up as soon as it
 * is longer than what there is room for: how long the value itself is makes no difference.
 */

import * as ProviderText from "@inlay/core-http/ProviderText"

/** How much of each text and list a copy keeps. */
export interface Limits {
  readonly chars: number
  readonly items: number
}

/** A count as people read it: `65,000`. */
export const number = (count: number) => count.toLocaleString("en-US")

/** The beginning of a text, never with half a character at its end. */
export const cutText = (text: string, chars: number): string => {
  const cut = text.slice(0, chars)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** One copy in the making. */
export interface Copy {
  readonly limits: Limits
  /** Characters and values that the copy may still take; below 0 it is given up. */
  room: number
  readonly report: (path: string, kept: string) => void
  /** Names and places that lead to the value in hand. */
  readonly path: Array<string | number>
  /** How many fields an object has; each is counted once, however many copies are tried. */
  readonly fieldsOf: (object: object) => number
}

/** Counts the fields of objects and remembers them. */
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

const report = (copy: Copy, size: string) => {
  const path = copy.path.map((step) => (typeof step === "number" ? step : ProviderText.key(step)))
  copy.report(path.join("."), size)
}

/** A text, or the beginning of it. */
const textOf = (text: string, copy: Copy): string => {
  const { chars } = copy.limits
  const shortText = text.length <= chars ? text : cutText(text, chars)
  copy.room -= shortText.length
  if (shortText.length < text.length) report(copy, `${number(shortText.length)} of ${number(text.length)} characters`)
  return shortText
}

const listOf = (list: ReadonlyArray<unknown>, copy: Copy): ReadonlyArray<unknown> => {
  const { items } = copy.limits
  if (list.length > items) report(copy, `${number(items)} of ${number(list.length)}`)
  const shortItems: Array<unknown> = []
  for (let n = 0; n < list.length && n < items && copy.room >= 0; n++) shortItems.push(within(list[n], n, copy))
  return shortItems
}

/** Longer names of fields are cut whatever the limit: nothing is called so. */
const MAX_NAME_CHARS = 200
/** Of the answer itself: what it is called stays, however long its lists are. */
const OWN_FIELDS = 50

const nameOf = (key: string, copy: Copy): string => {
  const name = key.length <= MAX_NAME_CHARS ? key : `${cutText(key, MAX_NAME_CHARS)}…`
  copy.room -= name.length
  if (name !== key) report(copy, `a name of ${number(key.length)} characters is cut`)
  return name
}

/** An object of hundreds of fields is a list by name. */
const objectOf = (object: object, copy: Copy): object => {
  const most = copy.path.length === 0 ? Math.max(OWN_FIELDS, copy.limits.items) : copy.limits.items
  if (most !== Infinity && copy.fieldsOf(object) > most) {
    report(copy, `${number(most)} of ${number(copy.fieldsOf(object))} fields`)
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

/** The copy of a value; of no use where the copy's room is below 0 afterwards. */
export const shorten = (value: unknown, copy: Copy): unknown => {
  copy.room -= 1
  if (typeof value === "string") return textOf(value, copy)
  if (typeof value !== "object" || value === null) return value
  return Array.isArray(value) ? listOf(value, copy) : objectOf(value, copy)
}
