/**
 * Refusals for a state, a rule or a limit, recognized by the service's words, which are taken from its documentation and from
 * its users' reports.
 */
import type { Reason } from "@inlay/core-http/ProviderError"

import { after, fieldsOf, messageOf } from "./service-words.ts"
import { fieldErrors, problemWords, problemsOf } from "./unprocessable.ts"

interface Refusal {
  /** Looked for in the service's message. */
  readonly words: RegExp
  readonly tag: "Conflict" | "Forbidden" | "Invalid" | "QuotaExhausted"
  readonly what: string
  readonly fix: string
  /** What the account lacks, for `Forbidden`. */
  readonly needs?: string
}

const TOO_LARGE = {
  tag: "Invalid",
  what: "That is too large for this call",
  fix: "Ask for less, or clone the repository with git."
} as const

const REFUSALS: ReadonlyArray<Refusal> = [
  {
    words: /was archived|is archived|archived so is read-only/i,
    tag: "Conflict",
    what: "The repository is archived, which makes it read-only",
    fix: "Its administrator can unarchive it. Nothing was changed."
  },
  {
    words: /(issue|pull request|conversation|discussion) is locked|because .* is locked/i,
    tag: "Conflict",
    what: "The conversation is locked",
    fix: "Only who may write to the repository can comment on it; somebody with that right can unlock it."
  },
  {
    words: /actions (has|have) been disabled|actions (is|are) (currently )?disabled|actions is not enabled/i,
    tag: "Conflict",
    what: "Actions are disabled here",
    fix: "Turn them on in the settings of the repository, organization or account."
  },
  {
    words: /disabled workflow|workflow is disabled/i,
    tag: "Conflict",
    what: "The workflow is disabled",
    fix: "Enable it first."
  },
  {
    words: /does not have '?workflow_dispatch'? trigger/i,
    tag: "Invalid",
    what: "The workflow cannot be started by hand",
    fix: "Add workflow_dispatch to what it runs on, on the branch that is named."
  },
  {
    words:
      /rule violation|protected branch|branch protection|not authorized to push to this branch|through a pull request|required status check|approving review is required/i,
    tag: "Conflict",
    what: "The rules of the branch do not allow this",
    fix: "Work on another branch and open a pull request, or meet what the rules ask for."
  },
  {
    words: /IP allow list/i,
    tag: "Forbidden",
    what: "The organization lets in known IP addresses only, and this machine's is none of them",
    fix: "Ask the organization's owner to allow the address, or run this where it is allowed.",
    needs: "an allowed IP address"
  },
  {
    words: /OAuth App access restrictions|third-party application access/i,
    tag: "Forbidden",
    what: "The organization has not approved the app that the account signed in with",
    fix: "Ask the organization's owner to approve the app, or use a token of your own.",
    needs: "the organization's approval of the app"
  },
  {
    words: /forbids access via a .*lifetime/i,
    tag: "Forbidden",
    what: "The organization does not take tokens that live as long as the account's",
    fix: "Make a token that expires within the time that it names, and connect the account again.",
    needs: "a token with a shorter lifetime"
  },
  {
    words: /forbids access via a .*(personal access token|fine-grained)/i,
    tag: "Forbidden",
    what: "The organization does not take tokens of the account's kind",
    fix: "Make a token of the kind that it names, and connect the account again.",
    needs: "another kind of token"
  },
  {
    words: /account (was|is|has been) suspended/i,
    tag: "Forbidden",
    what: "The account of the token's owner is suspended",
    fix: "The owner has to ask the service's support."
  },
  {
    words: /spending limit|billing|payments? ha(s|ve) failed|minutes .*(used|exhausted)/i,
    tag: "QuotaExhausted",
    what: "A spending limit or unpaid bill stops this",
    fix: "The owner can change it in the billing settings."
  },
  {
    words: /\bupgrade (to|your)\b|to enable this feature|plan does not (support|include)/i,
    tag: "Forbidden",
    what: "The plan of the repository's owner does not include this",
    fix: "Change the plan, or do it in a public repository.",
    needs: "another plan"
  },
  {
    words: /e-?mail address must be verified|verify your e-?mail/i,
    tag: "Forbidden",
    what: "The token's owner has not verified an e-mail address",
    fix: "Verify one in the owner's settings.",
    needs: "a verified e-mail address"
  },
  {
    words: /two-factor authentication/i,
    tag: "Forbidden",
    what: "The organization asks its members for two-factor authentication",
    fix: "The token's owner has to turn it on.",
    needs: "two-factor authentication"
  },
  {
    words: /(user|you) (is|are|have been|has been) blocked|^blocked\.?$/i,
    tag: "Forbidden",
    what: "The owner has blocked the token's owner",
    fix: "Use another account, or ask the owner."
  },
  {
    words: /interactions? (is|are|has been|have been|limit)|limited to (prior|existing|collaborators)/i,
    tag: "Forbidden",
    what: "The repository limits for a while who may write in it",
    fix: "Try again when the limit has ended, or ask its administrator."
  },
  {
    words: /administrative rules/i,
    tag: "Forbidden",
    what: "The service's own rules stop this request",
    fix: "Look at the headers that the account or a proxy adds."
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
    what: `The service has blocked this repository${legal}${when}${detail}.`,
    fix: "No token can read it; the repository's page tells more."
  }
}

/** The reason for a refusal in known words; `undefined` for other answers. Not for the statuses 401, 404 and 429. */
export const refusal = (status: number, body: unknown): Reason | undefined => {
  const message = messageOf(body)
  if (status === 451 || BLOCKED.test(message)) return blockedReason(status, body)
  const words = problemWords(body)
  const match = REFUSALS.find((row) => row.words.test(words))
  const tooLarge = problemsOf(body).some(({ code }) => code === "too_large")
  const row = match ?? (tooLarge ? TOO_LARGE : undefined)
  if (row === undefined) return undefined
  const what = `${row.what}${after(words)}`
  switch (row.tag) {
    case "Invalid":
      return {
        _tag: "Invalid",
        what,
        fix: row.fix,
        fields: fieldErrors(body)
      }
    case "Forbidden":
      return {
        _tag: "Forbidden",
        what,
        fix: row.fix,
        ...("needs" in row && row.needs !== undefined && { needs: row.needs })
      }
    default:
      return { _tag: row.tag, what, fix: row.fix }
  }
}
