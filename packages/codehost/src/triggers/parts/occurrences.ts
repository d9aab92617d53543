/**
 * Occurrences of triggers: empty fields are left out, and long texts are cut with the number of characters left out.
 */
import type { Occurrence } from "@inlay/agent-plugin/Trigger"

/** Converts a time to ISO 8601 from either form that the service uses. Returns `undefined` if there is none. */
export const timeOf = (time: string | number | null | undefined): string | undefined => {
  if (time === null || time === undefined) return undefined
  const date = new Date(typeof time === "number" ? time * 1000 : Date.parse(time))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(".000Z", "Z")
}

/** A time as the end of an id, in seconds; empty if the service gave none that can be read. */
export const secondOf = (at: string): string => {
  const seconds = Date.parse(at) / 1000
  return Number.isNaN(seconds) ? "" : String(seconds)
}

/** What happened, before its trigger's name is added. */
export interface Fact<D> {
  /**
   * Names the record and what happened to it. It is unique within the trigger and the same for webhook events and
   * polls.
   */
  readonly id: string
  readonly at: string
  readonly data: D
  /** The pages (`html_url`) and commits (`sha`) that were created or changed, in the form that the steps return. */
  readonly causes?: ReadonlyArray<string | null | undefined>
}

/**
 * Makes an occurrence of a trigger.
 * @param trigger the trigger's name without the plugin's prefix
 */
export const occurrenceOf = <D extends { readonly actor?: string }>(
  trigger: string,
  { id, at, data, causes = [] }: Fact<D>,
  raw: unknown
): Occurrence<D> => {
  const ids = causes.filter((one) => typeof one === "string" && one !== "") as ReadonlyArray<string>
  return {
    key: `${trigger} ${id}`.trimEnd(),
    at: timeOf(at) ?? at,
    data,
    ...(data.actor !== undefined && { actor: data.actor }),
    ...(ids.length > 0 && { causes: ids }),
    ...(raw !== undefined && { raw })
  }
}

type Present<T> = {
  readonly [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K]
} & {
  readonly [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]>
}

/** Removes the fields that are null or undefined. */
export const present = <T extends Readonly<Record<string, unknown>>>(fields: T): Present<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  ) as unknown as Present<T>

/** Maximum number of characters of a text in an event; a step can read the rest. */
const TEXT_CHARS = 4000

/** Returns the beginning of a text and the number of characters left out. */
export const textOf = (
  text: string | null | undefined
): { readonly body?: string; readonly body_left_out?: number } => {
  if (typeof text !== "string" || text === "") return {}
  if (text.length <= TEXT_CHARS) return { body: text }
  // Do not cut a surrogate pair in half.
  const end = /[\uD800-\uDBFF]/.test(text[TEXT_CHARS - 1] ?? "") ? TEXT_CHARS - 1 : TEXT_CHARS
  return { body: text.slice(0, end), body_left_out: text.length - end }
}
