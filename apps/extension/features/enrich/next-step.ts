/** A failure as the user meets it: a heading, what is known, and the one thing to do next. Pure. */
import type { ErrorJson } from "@inlay/core-http/ProviderError"

import { failure } from "../../locales/en/failure.ts"
import { popup } from "../../locales/en/popup.ts"
import { moment } from "../../ui/age.ts"

export type Failure = ErrorJson["error"]

export interface NextStep {
  readonly title: string
  readonly text: ReadonlyArray<string>
  readonly label: string
  /** `options` opens the settings; `look` reads the page again, for free; `retry` asks the provider again. */
  readonly does: "options" | "look" | "retry"
  /** Not before this many seconds. */
  readonly waitSeconds: number
}

/** The extension's own errors, and those of an account that could not even be found: what they say is their heading. */
const isOwn = ({ provider, operation }: Failure) => provider === "inlay" || operation === "accounts"

/** The first part of a message: what happened, without what to do. */
const whatOf = ({ message, fix }: Failure): string => message.slice(0, message.length - fix.length).trim()

/** Settings are read before a step runs: such an error is about the account, not about the page. */
const isOfSettings = ({ operation }: Failure) => operation === "connect"

const titleOf = (error: Failure, online: boolean): string => {
  const { reason, guard } = error
  // The provider may have answered, with a failure or with something that nobody can read.
  if (error.charged === "unknown" && guard !== "undecided") return failure.unknownTitle
  if (reason === "Transport" && (isOwn(error) || !online)) return failure.offline
  if (isOwn(error) && guard !== "ledger") return whatOf(error).replace(/\.$/, "")
  if (isOfSettings(error)) return failure.settings
  if (guard !== undefined) return failure.guard[guard]
  if (reason === "Invalid" && (error.fields?.length ?? 0) > 0) return failure.address
  if (reason === "Unauthorized" && error.fix.startsWith("Nothing was sent")) return failure.unusableKey
  return failure.title[reason]
}

/** What the heading does not say already. */
const textOf = (error: Failure, title: string): ReadonlyArray<string> => {
  const { message, fix, needs, resetsAt } = error
  return [
    whatOf(error).replace(/\.$/, "") === title && fix !== "" ? fix : message,
    ...(needs === undefined ? [] : [failure.needs(needs)]),
    ...(resetsAt === undefined ? [] : [failure.resets(moment(resetsAt))])
  ]
}

export const nextStep = (error: Failure, online: boolean): NextStep => {
  const title = titleOf(error, online)
  const step = (does: NextStep["does"], label: string, waitSeconds = 0): NextStep => {
    return { title, text: textOf(error, title), label, does, waitSeconds }
  }
  if (error.charged === "unknown") return step("look", failure.lookAgain)
  if (isOfSettings(error)) return step("options", failure.openSettings)
  switch (error.reason) {
    case "Unauthorized":
      return step("options", isOwn(error) ? failure.openSettings : failure.checkKey)
    case "Forbidden":
      return step("options", failure.openSettings)
    case "RateLimited":
      return step("retry", failure.tryAgain, error.retryAfterSeconds)
    case "Refused":
      if (error.guard === "ledger") return step("look", failure.tryAgain)
      return step("options", error.guard === "cap" ? popup.raiseCap : failure.openSettings)
    case "Conflict":
      return isOwn(error) ? step("look", failure.lookHere) : step("retry", failure.tryAgain)
    case "Transport":
    case "Unavailable":
    case "Timeout":
    case "Decode":
      return step("retry", failure.tryAgain)
    case "QuotaExhausted":
    case "NotFound":
    case "Invalid":
      return step("look", failure.tryAgain)
  }
}
