/**
 * Filters over the fields of a trigger's output. Texts are compared case-insensitively, and as a whole. `*` matches any
 * characters; in names that consist of segments (paths, branches, tags, repositories), any characters except slashes,
 * and `**` any characters. If a filter has several texts, one match is enough.
 */
import * as Schema from "effect/Schema"

/** One filter of a trigger, applied to its output. */
export interface Filter<D> {
  readonly schema: Schema.Codec<unknown>
  /**
   * For the filter's value, returns a function that returns `true` if a record passes, otherwise a sentence that says
   * why not.
   */
  readonly judge: (filterValue: unknown) => (data: D) => true | string
}

export type Filters<D> = Readonly<Record<string, Filter<D>>>

/** Each event is compared with every pattern: limits on how long that takes. A branch has at most 255 bytes. */
const MAX_CHARS = 300
const MAX_VALUES = 100

const oneOrMore = <A>(schema: Schema.Codec<A>, description?: string) =>
  Schema.Union([
    schema,
    Schema.NonEmptyArray(schema).check(
      Schema.makeFilter(({ length }) => (length > MAX_VALUES ? `must have at most ${MAX_VALUES} values` : undefined))
    )
  ]).annotate({ description })

const patternText = Schema.String.check(
  Schema.makeFilter((text) => {
    if (text.length > MAX_CHARS) return `must have at most ${MAX_CHARS} characters`
    return text.trim() === "" ? "must not be empty" : undefined
  })
)

const listOf = (filterValue: unknown): ReadonlyArray<unknown> =>
  Array.isArray(filterValue) ? filterValue : [filterValue]

/** Marks, with a 1 at each, where what a part of a pattern matches ends, from each place of a text that is marked. */
const endsOf = (part: string, text: string, starts: Uint8Array): Uint8Array => {
  const ends = new Uint8Array(starts.length)
  if (part === "*") {
    let isInside = false
    for (let at = 0; at <= text.length; at++) {
      isInside ||= starts[at] === 1
      if (isInside) ends[at] = 1
      if (text[at] === "/") isInside = false
    }
  } else if (part.startsWith("*")) {
    const first = starts.indexOf(1)
    if (first !== -1) ends.fill(1, first)
  } else {
    for (let at = starts.indexOf(1); at !== -1; at = starts.indexOf(1, at + 1)) {
      if (text.startsWith(part, at)) ends[at + part.length] = 1
    }
  }
  return ends
}

/** Not a regular expression: with four stars, one takes half a minute for a text that almost matches. */
const matcher = (pattern: string, hasSegments: boolean): ((text: string) => boolean) => {
  const parts = pattern
    .toLowerCase()
    .split(/(\*+)/)
    .map((part) => (part === "*" && !hasSegments ? "**" : part))
  const [first = ""] = parts
  const last = parts.at(-1) ?? ""
  return (text) => {
    const lowerCase = text.toLowerCase()
    // Most texts end here: each event is compared with the patterns of all subscriptions.
    if (!lowerCase.startsWith(first) || !lowerCase.endsWith(last)) return false
    const start = new Uint8Array(lowerCase.length + 1).fill(1, 0, 1)
    return parts.reduce<Uint8Array>((starts, part) => endsOf(part, lowerCase, starts), start)[lowerCase.length] === 1
  }
}

type Value = string | null | undefined

/** Maximum number of values that a sentence lists. */
const MOST_VALUES = 5

const inWords = (values: ReadonlyArray<unknown>): string =>
  `${values.slice(0, MOST_VALUES).join(", ")}${values.length > MOST_VALUES ? ", ..." : ""}`

const valuesOf = (value: Value | ReadonlyArray<string>): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value : []

type ReadField<D> = (data: D) => Value | ReadonlyArray<string>

const patterns = <D>(noun: string, description: string, of: ReadField<D>, hasSegments: boolean): Filter<D> => ({
  schema: oneOrMore(patternText, description),
  judge: (filterValue) => {
    const matchers = listOf(filterValue).map((pattern) => matcher(String(pattern), hasSegments))
    const filterWords = inWords(listOf(filterValue))
    return (data) => {
      const values = valuesOf(of(data))
      if (matchers.some((matches) => values.some(matches))) return true
      return values.length === 0
        ? `The event has no ${noun}; the filter wants ${filterWords}.`
        : `The ${noun} is ${inWords(values)}, not ${filterWords}.`
    }
  }
})

/**
 * A filter by one or more texts of the output, such as titles, labels and logins.
 * @param noun as in "The title is Crash at the start, not *report*."
 */
export const texts = <D>(noun: string, description: string, of: ReadField<D>): Filter<D> =>
  patterns(noun, description, of, false)

/** A filter by names of segments between slashes: paths of files, or repositories. */
export const paths = <D>(noun: string, description: string, of: ReadField<D>): Filter<D> =>
  patterns(noun, description, of, true)

/** A filter by a branch or tag. The pattern may be a whole ref: `refs/heads/main` matches `main`. */
export const refs = <D>(noun: string, description: string, of: ReadField<D>): Filter<D> => {
  const filter = paths(noun, description, of)
  const nameOf = (pattern: unknown) => String(pattern).replace(/^refs\/(?:heads|tags)\//, "")
  return { ...filter, judge: (filterValue) => filter.judge(listOf(filterValue).map(nameOf)) }
}

/** A filter by a value from a fixed list. */
export const choice = <D>(noun: string, words: ReadonlyArray<string>, of: ReadField<D>): Filter<D> => ({
  ...texts(noun, `Of: ${words.join(", ")}`, of),
  schema: oneOrMore(Schema.Literals(words))
})

/** A filter by a number of the output. */
export const number = <D>(noun: string, of: (data: D) => number | undefined): Filter<D> => ({
  schema: oneOrMore(Schema.Int, `One or more: the ${noun}`),
  judge: (filterValue) => (data) => {
    const value = of(data)
    return (
      (value !== undefined && listOf(filterValue).includes(value)) ||
      `The ${noun} is ${value ?? "not named"}, not ${inWords(listOf(filterValue))}.`
    )
  }
})

/**
 * A filter by a boolean of the output.
 * @param is the sentence if it is true, such as "It is a draft."
 * @param isNot the sentence if it is false, such as "It is not a draft."
 */
export const flag = <D>(is: string, isNot: string, of: (data: D) => boolean | undefined): Filter<D> => ({
  schema: Schema.Boolean,
  judge: (filterValue) => (data) => (of(data) ?? false) === filterValue || (filterValue === true ? isNot : is)
})

/** Filters for every event in a repository. */
export const inRepositoryFilters: Filters<{ readonly repository: string; readonly actor?: string }> = {
  repository: paths("repository", "owner/repo, or the name alone", ({ repository }) => [
    repository,
    repository.slice(repository.indexOf("/") + 1)
  ]),
  actor: texts("actor", "Login of the user who did it", ({ actor }) => actor)
}
