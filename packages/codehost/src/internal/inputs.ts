/**
 * Inputs judged before anything is sent: names, numbers, paths and branches as the service knows them. All wrong fields are
 * said at once.
 */
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

/** What is wrong with a value; `undefined` where nothing is. */
export type Rule = (value: unknown) => string | undefined

/** What an input's fields must be; `""` stands for all of it. Those without a rule are the types' matter. */
export type Rules = Readonly<Record<string, Rule>>

/** For a field that may be left out. */
export const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined ? undefined : rule(value)

/** For a field that may be taken away. */
export const nullable =
  (rule: Rule): Rule =>
  (value) =>
    value === null ? undefined : rule(value)

const matching =
  (pattern: RegExp, problem: string): Rule =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? undefined : problem

const NOT_DOTS = "(?!\\.{1,2}$)"

/** An owner, repository or organization. */
export const name: Rule = matching(
  new RegExp(`^${NOT_DOTS}[A-Za-z0-9._-]{1,100}$`),
  "must be one name of letters, digits, -, _ and .; no slash"
)

/** A user; those of apps end with `[bot]`. */
export const login: Rule = matching(
  new RegExp(`^${NOT_DOTS}[A-Za-z0-9._-]{1,100}(\\[bot\\])?$`),
  "must be a user's login: letters, digits, -, _ and ."
)

/** An issue's, pull request's, run's or milestone's number. */
export const positive: Rule = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? undefined : "must be a whole number above 0"

/** How many to list at once. */
export const perPage: Rule = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 100 ? undefined : "must be from 1 to 100"

/** Text that says something. */
export const text: Rule = (value) =>
  typeof value === "string" && value.trim() !== "" ? undefined : "must not be empty"

/** Text that may be empty. */
export const anyText: Rule = (value) => (typeof value === "string" ? undefined : "must be text")

export const oneOf = (...values: ReadonlyArray<string>): Rule => {
  const problem = `must be one of ${values.join(", ")}`
  return (value) => (typeof value === "string" && values.includes(value) ? undefined : problem)
}

/** A list, each of whose values keeps a rule. */
export const listOf =
  (rule: Rule): Rule =>
  (value) => {
    if (!Array.isArray(value)) return "must be a list"
    const wrong = value.findIndex((item) => rule(item) !== undefined)
    return wrong === -1 ? undefined : `holds at position ${wrong + 1} what ${rule(value[wrong])}`
  }

/** A part of a file, and what takes its place. */
export const isEdit: Rule = (value) => {
  const { old, new: by } = (typeof value === "object" && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
  if (typeof old !== "string" || typeof by !== "string") return "must give old and new as text"
  if (old === "") return "must not have an empty old: give the text that is replaced"
  if (!old.isWellFormed() || !by.isWellFormed()) return "must not hold half of a character"
  return old === by ? "must not be the same as before" : undefined
}

/** A commit by its hash; the short form is not enough to write by. */
export const sha: Rule = matching(/^([0-9a-f]{40}|[0-9a-f]{64})$/i, "must be a full commit or blob hash")

/** A time or a date. */
export const time: Rule = (value) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : "must be a time such as 2026-01-31T12:00:00Z"

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/

/** A workflow's number, also as its digits, or its file's name: any that a file may have. */
export const workflow: Rule = (value) => {
  const isFile =
    typeof value === "string" &&
    /^(\.github\/workflows\/)?[^/\\]+\.ya?ml$/.test(value) &&
    !CONTROL.test(value) &&
    value.isWellFormed()
  const isDigits = typeof value === "string" && /^\d+$/.test(value)
  return isFile || positive(isDigits ? Number(value) : value) === undefined
    ? undefined
    : "must be a workflow's number or its file's name, such as ci.yml"
}

/** A path in a repository; the root is empty. */
export const path: Rule = (value) => {
  if (typeof value !== "string") return "must be a path"
  const bare = value.replace(/^\//, "").replace(/\/$/, "")
  if (bare === "") return undefined
  if (CONTROL.test(bare) || bare.includes("\\") || !bare.isWellFormed())
    return "holds a character that no path may hold"
  const segments = bare.split("/")
  if (segments.some((segment) => segment === "." || segment === "..")) return "must not hold . or .. segments"
  return segments.includes("") ? "must not hold an empty segment" : undefined
}

/** A path to a file. */
export const filePath: Rule = (value) =>
  path(value) ??
  (value === "" || value === "/"
    ? "must name a file"
    : String(value).endsWith("/")
      ? "must name a file, not a folder"
      : undefined)

// oxlint-disable-next-line no-control-regex -- as git has it
const NOT_IN_REFS = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^@$|^-/

/** A branch, tag or commit, by the rules of `git check-ref-format`. */
export const ref: Rule = (value) =>
  typeof value === "string" &&
  value !== "" &&
  !NOT_IN_REFS.test(value) &&
  value.isWellFormed() &&
  !value.split("/").some((part) => part.startsWith(".") || part.endsWith(".lock"))
    ? undefined
    : "is not a name that git allows"

/** A branch by its bare name: what begins with `refs/` would be another one than was meant. */
export const branch: Rule = (value) =>
  ref(value) ?? (String(value).startsWith("refs/") ? "must be the branch's bare name, without refs/heads/" : undefined)

/** A branch of this repository or, as `owner:branch`, of a fork. */
export const head: Rule = (value) => {
  const [owner, ...rest] = String(value).split(":")
  return rest.length === 0 ? branch(value) : (name(owner) ?? branch(rest.join(":")))
}

/** For an input that must name something to change, besides what it names by the other fields. */
export const changes =
  (...names: ReadonlyArray<string>): Rule =>
  (input) =>
    Object.entries(input as object).some(([field, value]) => value !== undefined && !names.includes(field))
      ? undefined
      : "nothing to change is given"

/** `owner` and `repo`. */
export const repository = { owner: name, repo: name } satisfies Rules

/** Of one page of a list. */
export const page = {
  page: optional(positive),
  per_page: optional(perPage),
  cursor: optional(text)
} satisfies Rules

/** Fails as `Invalid` with every field that is wrong. */
export const check = (operation: string, input: object, rules: Rules): Effect.Effect<void, ProviderError> => {
  const given = input as Readonly<Record<string, unknown>>
  const wrong: Array<FieldError> = []
  for (const [field, rule] of Object.entries(rules)) {
    const message = rule(field === "" ? input : given[field])
    if (message !== undefined) wrong.push({ field, message })
  }
  return wrong.length === 0 ? Effect.void : Effect.fail(invalid("codehost", operation, wrong))
}
