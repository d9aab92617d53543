/**
 * Schemas of values that many inputs share (names, numbers, paths, branches), checked by the service's own rules. Each
 * is a function that takes the description for agents, because the description must be set before the rules are added.
 * The rules only accept or reject a value; they never change it, and agents do not see them.
 */
import * as Schema from "effect/Schema"

import { NAME } from "./name-rule.ts"

/** Returns what is wrong with a value, or `undefined` if it is valid. */
type Rule<A> = (value: A) => string | undefined

/** Makes a text schema from a rule, as a function of its description. */
export const textBy = (rule: Rule<string>) => (description?: string) =>
  Schema.String.annotate({ description }).check(Schema.makeFilter(rule))

const integerBy = (rule: Rule<number>) => (description?: string) =>
  Schema.Int.annotate({ description }).check(Schema.makeFilter(rule))

const numberOrTextBy = (rule: Rule<string | number>) => (description?: string) =>
  Schema.Union([Schema.Int, Schema.String]).annotate({ description }).check(Schema.makeFilter(rule))

const matching =
  (pattern: RegExp, problem: string): Rule<string> =>
  (value) =>
    pattern.test(value) ? undefined : problem

const NOT_DOTS = "(?!\\.{1,2}$)"

const nameProblem = matching(NAME, "must be one name of letters, digits, -, _ and .; no slash")

/** Name of an owner, repository, organization or team. */
export const name = textBy(nameProblem)

/** Login of a user; logins of apps end with `[bot]`. */
export const login = textBy(
  matching(
    new RegExp(`^${NOT_DOTS}[A-Za-z0-9._-]{1,100}(\\[bot\\])?$`),
    "must be a user's login: letters, digits, -, _ and ."
  )
)

/** `owner` and `repo`. */
export const repository = { owner: name(), repo: name() }

const numberProblem: Rule<number> = (value) =>
  Number.isSafeInteger(value) && value <= 0 ? "must be a whole number above 0" : undefined

/** Number of an issue, pull request, run, milestone or page. */
export const positive = integerBy(numberProblem)

const textProblem: Rule<string> = (value) => (value.trim() === "" ? "must not be empty" : undefined)

/** Text that is not blank. */
export const text = textBy(textProblem)

/** A milestone to filter by: its number, `none` or `*`. */
export const milestone = numberOrTextBy((value) =>
  typeof value === "string" ? textProblem(value) : numberProblem(value)
)

/** A milestone to set, for agents: the digits of its number, or `none`. */
export const milestoneOrNone = textBy((value) =>
  /^(none|[1-9]\d{0,14})$/.test(value) ? undefined : "must be a milestone's number, or none"
)

/** Full hash of a commit or blob; writes do not accept a short hash. */
export const sha = textBy(matching(/^([0-9a-f]{40}|[0-9a-f]{64})$/i, "must be a full commit or blob hash"))

/** Whether a time begins with a day that exists. `Date.parse` alone reads 31 February as 3 March. */
export const beginsWithDay = (value: string): boolean => {
  const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0]
  const millis = Date.parse(`${day}T00:00:00Z`)
  return day !== undefined && !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(day)
}

/** A time or a date in ISO 8601. */
export const time = textBy((value) =>
  beginsWithDay(value) && !Number.isNaN(Date.parse(value)) ? undefined : "must be a time such as 2026-01-31T12:00:00Z"
)

/** A gist's id. */
export const gistId = textBy(matching(/^[A-Za-z0-9]{1,64}$/, "must be a gist's id: letters and digits"))

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/

const WORKFLOW_FILE = /^(\.github\/workflows\/)?[^/\\]+\.ya?ml$/

/** A workflow's number (also as a string of digits) or the name of its file, which may be any valid file name. */
export const workflowId = numberOrTextBy((value) => {
  const isFile = typeof value === "string" && WORKFLOW_FILE.test(value) && !CONTROL.test(value) && value.isWellFormed()
  const isNumber = typeof value === "number" || /^\d+$/.test(value)
  return isFile || (isNumber && Number.isSafeInteger(Number(value)) && Number(value) > 0)
    ? undefined
    : "must be a workflow's number or its file's name, such as ci.yml"
})

const DIGITS = /^[1-9]\d{0,14}$/

/** The number that a text of digits stands for; any other value as it is. */
export const numberIn = (value: string | number): string | number => (DIGITS.test(`${value}`) ? Number(value) : value)

/** A project item's number (also as a string of digits) or its node id. */
export const projectItemId = numberOrTextBy((value) => {
  const id = numberIn(value)
  const isId = typeof id === "number" ? id > 0 : /^[\w=+/-]{4,200}$/.test(id) && /\D/.test(id)
  return isId ? undefined : "must be the item's number or its node id, such as PVTI_..."
})

const pathProblem: Rule<string> = (value) => {
  const bare = value.replace(/^\//, "").replace(/\/$/, "")
  if (bare === "") return undefined
  if (CONTROL.test(bare) || bare.includes("\\") || !bare.isWellFormed())
    return "has a character that is not allowed in a path"
  const segments = bare.split("/")
  if (segments.some((segment) => segment === "." || segment === "..")) return "must not have . or .. segments"
  return segments.includes("") ? "must not have an empty segment" : undefined
}

/** A path in a repository; an empty path is the root folder. */
export const path = textBy(pathProblem)

/** A path to a file. */
export const filePath = textBy(
  (value) =>
    pathProblem(value) ??
    (value === "" || value === "/"
      ? "must name a file"
      : value.endsWith("/")
        ? "must name a file, not a folder"
        : undefined)
)

// oxlint-disable-next-line no-control-regex -- git forbids control characters in reference names
const NOT_IN_REFS = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^@$|^-/

const refProblem: Rule<string> = (value) =>
  value !== "" &&
  !NOT_IN_REFS.test(value) &&
  value.isWellFormed() &&
  !value.split("/").some((part) => part.startsWith(".") || part.endsWith(".lock"))
    ? undefined
    : "is not a name that git allows"

const branchProblem: Rule<string> = (value) =>
  refProblem(value) ?? (value.startsWith("refs/") ? "must be the branch's bare name, without refs/heads/" : undefined)

/** A branch, tag or commit, by the rules of `git check-ref-format`. */
export const ref = textBy(refProblem)

/**
 * A branch by its bare name. A name that begins with `refs/` is refused, because the service would take it for another
 * branch.
 */
export const branch = textBy(branchProblem)

/** A branch of this repository, or of a fork as `owner:branch`. */
export const head = textBy((value) => {
  const [owner = "", ...rest] = value.split(":")
  return rest.length === 0 ? branchProblem(value) : (nameProblem(owner) ?? branchProblem(rest.join(":")))
})
