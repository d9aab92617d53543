/**
 * What stands under another name now. A renamed or transferred repository answers by a redirect to its number: reads follow
 * it, and a change is refused with the new name, because it would be made where nobody asked for it.
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { failed } from "./methods.ts"
import { hiddenFromPublic } from "./rights.ts"
import { fieldsOf } from "./service-words.ts"

const REPOSITORY = /^\/(?:repos|user\/starred)\/([^/?]+)\/([^/?]+)/
/** What has a name that may change: nothing else is followed. */
const NAMED = /^\/(repos|repositories|user\/starred)\/[^/]/

const ISSUE = /^\/repos\/[^/?]+\/[^/?]+\/issues\/\d+/

type Call = Client["call"]

const isRedirect = ({ reason }: ProviderError): boolean => reason._tag === "Refused" && reason.guard === "redirect"

const moved = (from: string, to: string): Reason => ({
  _tag: "NotFound",
  what: `${from} is ${to} now.`,
  fix: `Nothing was changed. Use ${to}.`,
  known: [to]
})

/** One field of what is read; `undefined` where it cannot be read. */
const read = (call: Call, operation: string, endpoint: string, field: string) =>
  call({ operation, method: "GET", endpoint, followMoved: true }).pipe(
    Effect.map(({ body }) => {
      const value = fieldsOf(body)[field]
      return typeof value === "string" ? value : undefined
    }),
    Effect.catch(() => Effect.succeed(undefined))
  )

/** `owner/repo#number` of an issue's page. */
const issueAt = (page: string): string | undefined => {
  const [, name, number] = /\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)$/.exec(page) ?? []
  return name === undefined || number === undefined ? undefined : `${name}#${number}`
}

/** Why a redirected change was refused: under which name it stands now. */
const newName = Effect.fnUntraced(function* (call: Call, { operation, endpoint }: CallRequest) {
  const [, owner = "", repo = ""] = REPOSITORY.exec(endpoint) ?? []
  if (owner === "") return undefined
  const name = `${owner}/${repo}`
  const now = yield* read(call, operation, `/repos/${name}`, "full_name")
  if (now !== undefined && now.toLowerCase() !== name.toLowerCase()) return moved(name, now)
  const [issue] = ISSUE.exec(endpoint) ?? []
  const page = issue === undefined ? undefined : yield* read(call, operation, issue, "html_url")
  const to = page === undefined ? undefined : issueAt(page)
  return issue === undefined || to === undefined ? undefined : moved(`${name}#${issue.split("/").at(-1)}`, to)
})

/** For a token that sees public repositories alone: whether what was answered 404 is in one of these. */
const inPublic = Effect.fnUntraced(function* (call: Call, { operation, endpoint }: CallRequest) {
  const [, owner = "", repo = ""] = REPOSITORY.exec(endpoint) ?? []
  const visible = owner === "" ? undefined : yield* read(call, operation, `/repos/${owner}/${repo}`, "full_name")
  return visible === undefined
    ? undefined
    : ({
        _tag: "NotFound",
        what: `${visible} has nothing there, or the token's owner may not change it.`,
        fix: "Check the names, and that the owner may write to the repository."
      } satisfies Reason)
})

/**
 * Calls that follow what has moved, where they read, and name it, where they change something.
 * @param follows false for an account that is limited to repositories: another name is not one of its own
 */
export const located =
  (call: Call, follows: boolean): Call =>
  (request) => {
    const sent = call(
      follows && request.method === "GET" && NAMED.test(request.endpoint) ? { followMoved: true, ...request } : request
    )
    if (!follows) return sent
    return sent.pipe(
      Effect.catch((error) =>
        Effect.gen(function* () {
          const { reason } = error
          const hidden = reason._tag === "Forbidden" && reason.what === hiddenFromPublic.reason.what
          const better = hidden
            ? yield* inPublic(call, request)
            : isRedirect(error) && request.method !== "GET"
              ? yield* newName(call, request)
              : undefined
          return yield* better === undefined ? error : failed(error.operation, better)
        })
      )
    )
  }
