/**
 * Search qualifiers that accept only a fixed set of values. The service treats a misspelt value as a filter that
 * matches nothing, or as text.
 * https://docs.github.com/en/search-github/searching-on-github/searching-issues-and-pull-requests
 */
import { nearest } from "@inlay/core-http/nearest"

const CLOSED: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  [
    "is",
    [
      ..."issue pr pull-request open closed merged unmerged draft locked unlocked public private internal".split(" "),
      ..."queued archived unarchived blocked blocking".split(" ")
    ]
  ],
  ["state", ["open", "closed"]],
  ["in", ["title", "body", "comments"]],
  ["draft", ["true", "false"]],
  ["archived", ["true", "false"]],
  ["review", ["none", "required", "approved", "changes_requested", "changes-requested"]]
])

const OPEN = [
  ..."type user org repo author assignee mentions team commenter involves label milestone project reason".split(" "),
  ..."status head base language comments interactions reactions reviewed-by review-requested".split(" "),
  ..."team-review-requested user-review-requested created updated closed merged no has linked sha app sort".split(" "),
  ..."parent-issue sub-issue author-association enterprise".split(" ")
]

const NAMES: ReadonlyArray<string> = [...CLOSED.keys(), ...OPEN]

interface Qualifier {
  readonly name: string
  readonly value: string
}

/** Returns the qualifiers of a query, ignoring quoted text. */
const qualifiersIn = (q: string): ReadonlyArray<Qualifier> => {
  const words = q.replace(/(^|[\s(-])"[^"]*"/g, "$1")
  return [...words.matchAll(/(?:^|[\s(])-?([a-z][a-z-]*):("[^"]*"|[^\s()"]+)/gi)].map(([, name = "", value = ""]) => ({
    name: name.toLowerCase(),
    value: value.replace(/"/g, "").toLowerCase()
  }))
}

/** Returns what is wrong with the qualifiers of a query, or `undefined`. */
export const queryProblem = (q: string): string | undefined => {
  for (const { name, value } of qualifiersIn(q)) {
    const values = CLOSED.get(name)
    const unknownValue = values === undefined ? undefined : value.split(",").find((one) => !values.includes(one))
    if (values !== undefined && unknownValue !== undefined) {
      const advice =
        values.length > 6
          ? `the nearest: ${nearest(unknownValue, values).join(", ")}`
          : `${name}: takes ${values.join(", ")}`
      return `has ${name}:${unknownValue}, which matches nothing; ${advice}`
    }
  }
  return undefined
}

const KINDS = ["issue", "pr"]

/** For a search without results: returns a notice about the qualifier that may be the cause, or `undefined`. */
export const emptyNotice = (q: string): string | undefined => {
  for (const { name, value } of qualifiersIn(q)) {
    if (name === "type" && !KINDS.includes(value)) {
      return `type:${value} is neither issue nor pr: it only matches issues if the organization has an issue type with that name.`
    }
    if (!NAMES.includes(name) && !value.startsWith("//")) {
      return `${name}: is not a search qualifier, so it was searched for as text. Similar: ${nearest(name, NAMES).join(", ")}.`
    }
  }
  return undefined
}
