/** What happened, as triggers tell it: data without empty fields, long texts cut with a word about it. */
import type { Occurrence } from "@inlay/agent-plugin/Trigger"

import { timeOf } from "../../wire/events/Payload.ts"

/** The parts of an occurrence before its trigger names it. */
export interface Fact<D> {
  /** What it is about and what happened to it: unique among the trigger's, the same by every way. */
  readonly id: string
  readonly at: string
  readonly data: D
  /** What was changed or made: pages (`html_url`) and commits (`sha`), as the steps give them. */
  readonly causes: ReadonlyArray<string | null | undefined>
  readonly raw?: unknown
}

/** An occurrence of a trigger. @param trigger the trigger's name without the plugin's */
export const occurrenceOf = <D extends { readonly actor?: string }>(
  trigger: string,
  { id, at, data, causes, raw }: Fact<D>
): Occurrence<D> => {
  const ids = causes.filter((one) => typeof one === "string" && one !== "") as ReadonlyArray<string>
  return {
    key: `${trigger} ${id}`,
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

/** Without what is null or undefined. */
export const present = <T extends Readonly<Record<string, unknown>>>(fields: T): Present<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  ) as unknown as Present<T>

/** Characters of a text that an event holds; the rest is read by a step. */
const TEXT_CHARS = 4000

/** A text that may be long: its beginning, and how many characters were left out. */
export const textOf = (
  text: string | null | undefined
): { readonly body?: string; readonly body_left_out?: number } => {
  if (typeof text !== "string" || text === "") return {}
  if (text.length <= TEXT_CHARS) return { body: text }
  // Not between the halves of a character.
  const end = /[\uD800-\uDBFF]/.test(text[TEXT_CHARS - 1] ?? "") ? TEXT_CHARS - 1 : TEXT_CHARS
  return { body: text.slice(0, end), body_left_out: text.length - end }
}
