/**
 * Refusals because of a state, a rule or a limit, recognized by the service's message. The messages are taken from the
 * service's documentation and from reports of its users.
 */
import type { Conflict, Reason } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"

import { after, fieldsOf, messageOf } from "./service-words.ts"
import { fieldErrors, problemWords, problemsOf } from "./unprocessable.ts"

interface Refusal {
  /** Matched against the service's message. */
  readonly words: RegExp
  /** Absent: `Forbidden`. */
  readonly tag?: "Conflict" | "Invalid" | "QuotaExhausted"
  readonly what: string
  readonly remedy?: Remedy
  /** For `Conflict`. */
  readonly because?: Conflict["because"]
  /** The right that the account lacks, for `Forbidden`, if it is not what the remedy asks for. */
  readonly needs?: string
}

const TOO_LARGE = {
  tag: "Invalid",
  what: "That is too large for this call",
  remedy: { to: "askForLess" }
} as const

const REFUSALS: ReadonlyArray<Refusal> = [
  {
    words: /(was|is) archived/i,
    tag: "Conflict",
    what: "The repository is archived, which makes it read-only until its administrator unarchives it",
    because: "state",
    remedy: { to: "changeSetting", of: "the repository" }
  },
  {
    // The word alone also stands in names of files and branches.
    words:
      /spending limit|billing (issue|problem|error)|(problem|issue|error)s? with .*billing|payments? ha(s|ve) failed|minutes .*(used|exhausted)/i,
    tag: "QuotaExhausted",
    what: "A spending limit or an unpaid bill blocks this",
    remedy: { to: "changeSetting", of: "the owner's billing" }
  },
  {
    words: /(issue|pull request|conversation|discussion) is locked|because .* is locked/i,
    tag: "Conflict",
    what: "The conversation is locked, and only users who may write to the repository can comment on it or unlock it",
    because: "state",
    remedy: { to: "changeState" }
  },
  {
    words: /actions (has|have) been disabled|actions (is|are) (currently )?disabled|actions is not enabled/i,
    tag: "Conflict",
    what: "Actions are disabled here",
    because: "state",
    remedy: { to: "changeSetting", of: "the repository, organization or account" }
  },
  {
    words: /disabled workflow|workflow is disabled/i,
    tag: "Conflict",
    what: "The workflow is disabled",
    because: "state",
    remedy: { to: "changeState" }
  },
  {
    words: /does not have '?workflow_dispatch'? trigger/i,
    tag: "Invalid",
    what: "The workflow cannot be started manually, because it has no workflow_dispatch trigger on the named branch",
    remedy: { to: "changeState" }
  },
  {
    words:
      /could not \w+ file:|rule violation|protected branch|branch protection|not authorized to push to this branch|through a pull request|required status check|approving review is required/i,
    tag: "Conflict",
    what: "The rules of the branch do not allow this; a pull request from another branch may be possible",
    because: "rules",
    remedy: { to: "changeState" }
  },
  {
    words: /IP allow list/i,
    what: "The organization only allows known IP addresses, and this machine's is not one of them",
    remedy: { to: "ask", whom: "owner", needs: "an allowed IP address" }
  },
  {
    words: /OAuth App access restrictions|third-party application access/i,
    what: "The organization has not approved the app that the account signed in with",
    remedy: { to: "ask", whom: "owner", needs: "the organization's approval of the app" }
  },
  {
    words: /forbids access via a .*lifetime/i,
    what: "The organization does not accept tokens with a lifetime as long as this one's",
    remedy: { to: "renewKey" },
    needs: "a token with a shorter lifetime"
  },
  {
    words: /forbids access via a .*(personal access token|fine-grained)/i,
    what: "The organization does not accept this kind of token",
    remedy: { to: "renewKey" },
    needs: "another kind of token"
  },
  {
    words: /enterprise managed user/i,
    what: "The token's owner is managed by an enterprise, outside of which it can only read",
    remedy: { to: "useAnotherAccount" }
  },
  {
    words: /account (was|is|has been) suspended/i,
    what: "The account of the token's owner is suspended",
    remedy: { to: "ask", whom: "support" }
  },
  {
    words: /\bupgrade (to|your)\b|to enable this feature|plan does not (support|include)/i,
    what: "The plan of the repository's owner does not include this; in a public repository it may be possible",
    remedy: { to: "ask", whom: "owner", needs: "another plan" }
  },
  {
    words: /e-?mail address must be verified|verify your e-?mail/i,
    what: "The token's owner has not verified an e-mail address",
    remedy: { to: "changeSetting", of: "the token's owner" },
    needs: "a verified e-mail address"
  },
  {
    words: /two-factor authentication/i,
    what: "The organization requires two-factor authentication of its members",
    remedy: { to: "changeSetting", of: "the token's owner" },
    needs: "two-factor authentication"
  },
  {
    words: /(user|you) (is|are|have been|has been) blocked|^blocked\.?$/i,
    what: "The owner has blocked the token's owner",
    remedy: { to: "ask", whom: "owner" }
  },
  {
    words: /interactions on this repository|limited to (prior|existing|collaborators)/i,
    what: "The repository limits who may write to it",
    remedy: { to: "ask", whom: "administrator" }
  },
  {
    words: /administrative rules/i,
    what: "The service's own rules block this request, usually because of a header that the account or a proxy adds",
    remedy: { to: "leaveOut", what: "header" }
  },
  { words: /too (large|big|long) (to|for)|exceeded the maximum number of|is too (large|big) to/i, ...TOO_LARGE }
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
 * Returns the reason of a refusal whose message is known, otherwise `undefined`. Not for the statuses 401, 404 and 429.
 */
export const refusal = (status: number, body: unknown): Reason | undefined => {
  const message = messageOf(body)
  if (status === 451 || BLOCKED.test(message)) return blockedReason(status, body)
  const words = problemWords(body)
  const match = REFUSALS.find((row) => row.words.test(words))
  const tooLarge = problemsOf(body).some(({ code }) => code === "too_large")
  const row = match ?? (tooLarge ? TOO_LARGE : undefined)
  if (row === undefined) return undefined
  const { because, needs, remedy, tag }: Omit<Refusal, "words"> = row
  const facts = { what: `${row.what}${after(words)}`, ...(remedy !== undefined && { remedy }) }
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
