/**
 * Refusals because of a state, a rule or a limit, recognized by the service's message. The messages are taken from the
 * service's documentation and from reports of its users.
 */
import type { Conflict, Reason } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"

import { after, fieldsOf, messageOf } from "./service-words.ts"
import { fieldErrors, problemWords, problemsOf } from "./unprocessable.ts"

interface Meaning {
  /** Absent: `Forbidden`. */
  readonly tag?: "Conflict" | "Invalid" | "QuotaExhausted"
  readonly remedy?: Remedy
  /** For `Conflict`. */
  readonly because?: Conflict["because"]
  /** The right that the account lacks, for `Forbidden`, if it is not what the remedy asks for. */
  readonly needs?: string
}

type Refusal = readonly [words: RegExp, what: string, meaning: Meaning]

const TOO_LARGE: Refusal = [
  /too (large|big|long) (to|for)|exceeded the maximum number of|is too (large|big) to/i,
  "That is too large for this call",
  { tag: "Invalid", remedy: { to: "askForLess" } }
]

const FINAL = { tag: "Conflict", because: "state" } as const
const BY_STATE = { ...FINAL, remedy: { to: "changeState" } } as const

/** Matched against the service's message. */
const REFUSALS: ReadonlyArray<Refusal> = [
  [
    /(was|is) archived/i,
    "This is archived, which makes it read-only",
    { ...BY_STATE, remedy: { to: "changeSetting", of: "the repository or project" } }
  ],
  [
    // The word alone also stands in names of files and branches.
    /spending limit|billing (issue|problem|error)|(problem|issue|error)s? with .*billing|payments? ha(s|ve) failed|minutes .*(used|exhausted)/i,
    "A spending limit or an unpaid bill blocks this",
    { tag: "QuotaExhausted", remedy: { to: "changeSetting", of: "the owner's billing" } }
  ],
  [
    /(issue|pull request|conversation|discussion) is locked|because .* is locked/i,
    "The conversation is locked to all who may not write to the repository",
    BY_STATE
  ],
  [
    /actions (has been|have been|is|are)( currently)? disabled|actions is not enabled/i,
    "Actions are disabled here",
    { ...BY_STATE, remedy: { to: "changeSetting", of: "the repository, organization or account" } }
  ],
  [/disabled workflow|workflow is disabled/i, "The workflow is disabled", BY_STATE],
  [/workflow run because it was created/i, "The run is too old to be run again", FINAL],
  [/^this workflow run cannot be retried/i, "The run cannot be run again", FINAL],
  [/^th(is|e) workflow .*already running/i, "The run has not ended yet", BY_STATE],
  [
    /does not have '?workflow_dispatch'? trigger/i,
    "The workflow has no workflow_dispatch trigger on the named branch",
    { tag: "Invalid", remedy: { to: "changeState" } }
  ],
  [
    /could not \w+ file:|rule violation|protected branch|branch protection|not authorized to push to this branch|through a pull request|required status check|approving review is required/i,
    "The rules of the branch do not allow this; a pull request may be possible",
    { ...BY_STATE, because: "rules" }
  ],
  [
    // The service gives no cause: https://github.com/github/rest-api-description/issues/4887
    /^reference update failed/i,
    "Another name is in the way (a beside a/b), or another change came first",
    { tag: "Conflict", remedy: { to: "readAgain" } }
  ],
  [
    /IP allow list/i,
    "The organization only allows known IP addresses",
    { remedy: { to: "ask", whom: "owner", needs: "an allowed IP address" } }
  ],
  [
    /OAuth App access restrictions|third-party application access/i,
    "The organization has not approved the app that the account signed in with",
    { remedy: { to: "ask", whom: "owner", needs: "the organization's approval of the app" } }
  ],
  [
    /forbids access via a .*lifetime/i,
    "The organization does not accept tokens of this lifetime",
    { remedy: { to: "renewKey" }, needs: "a token with a shorter lifetime" }
  ],
  [
    /forbids access via a .*(personal access token|fine-grained)/i,
    "The organization does not accept this kind of token",
    { remedy: { to: "renewKey" }, needs: "another kind of token" }
  ],
  [
    /enterprise managed user/i,
    "The token's owner is managed by an enterprise, outside of which it can only read",
    { remedy: { to: "useAnotherAccount" } }
  ],
  [
    /account (was|is|has been) suspended/i,
    "The token's owner is suspended",
    { remedy: { to: "ask", whom: "support" } }
  ],
  [
    /\bupgrade (to|your)\b|to enable this feature|plan does not (support|include)/i,
    "The plan of the repository's owner does not include this, or only in public repositories",
    { remedy: { to: "ask", whom: "owner", needs: "another plan" } }
  ],
  [
    /e-?mail address must be verified|verify your e-?mail/i,
    "The token's owner has not verified an e-mail address",
    { remedy: { to: "changeSetting", of: "the token's owner" }, needs: "a verified e-mail address" }
  ],
  [
    /two-factor authentication/i,
    "The organization requires two-factor authentication of its members",
    { remedy: { to: "changeSetting", of: "the token's owner" }, needs: "two-factor authentication" }
  ],
  [
    /(user|you) (is|are|have been|has been) blocked|^blocked\.?$/i,
    "The owner has blocked the token's owner",
    { remedy: { to: "ask", whom: "owner" } }
  ],
  [
    /interactions on this repository|limited to (prior|existing|collaborators)/i,
    "The repository limits who may write to it",
    { remedy: { to: "ask", whom: "administrator" } }
  ],
  [
    /administrative rules/i,
    "The service's own rules block this request, usually for a header of the account or proxy",
    { remedy: { to: "leaveOut", what: "header" } }
  ],
  TOO_LARGE
]

const BLOCKED = /repository access blocked/i

const blockedReason = (status: number, body: unknown): Reason => {
  const { reason, created_at: since } = fieldsOf(fieldsOf(body)["block"])
  const detail = typeof reason === "string" && /^\w+$/.test(reason) ? `: ${reason}` : ""
  const when = typeof since === "string" && /^\d{4}-\d\d-\d\d/.test(since) ? ` since ${since.slice(0, 10)}` : ""
  const legal = status === 451 ? " for legal reasons" : ""
  return {
    _tag: "Forbidden",
    what: `The service has blocked this repository${legal}${when}${detail}. No token can read it; its web page has details.`
  }
}

/**
 * Returns the reason of a refusal whose message is known, otherwise `undefined`. Not for the statuses 401, 404, 408,
 * 429, 499 and 5xx.
 */
export const refusal = (status: number, body: unknown): Reason | undefined => {
  const message = messageOf(body)
  if (status === 451 || BLOCKED.test(message)) return blockedReason(status, body)
  const words = problemWords(body)
  const isTooLarge = problemsOf(body).some(({ code }) => code === "too_large")
  const row = REFUSALS.find(([pattern]) => pattern.test(words)) ?? (isTooLarge ? TOO_LARGE : undefined)
  if (row === undefined) return undefined
  const [, what, { because, needs, remedy, tag }] = row
  const facts = { what: `${what}${after(words)}`, ...(remedy !== undefined && { remedy }) }
  switch (tag) {
    case "Invalid":
      return { _tag: tag, ...facts, fields: fieldErrors(body) }
    case "Conflict":
      return { _tag: tag, ...facts, ...(because !== undefined && { because }), nothing: "changed" }
    case "QuotaExhausted":
      return { _tag: tag, ...facts }
    case undefined: {
      const lacks = needs ?? (remedy?.to === "ask" ? remedy.needs : undefined)
      return { _tag: "Forbidden", ...facts, ...(lacks !== undefined && { needs: lacks }) }
    }
  }
}
