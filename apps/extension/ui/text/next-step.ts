/** A failure as the user sees it: a heading, what is known, and the one thing to do next. Pure. */
import { failure } from "../../locales/failure.ts"
import { popup } from "../../locales/popup.ts"
import type { Failure } from "../../messaging/failure.ts"
import { moment } from "./moment.ts"
import { ownTitle, problemText, titleOfKind } from "./problem.ts"

interface NextStep {
  readonly title: string
  readonly text: ReadonlyArray<string>
  readonly label: string
  /**
   * `options` opens the settings; `look` reads the page again, for free; `retry` asks the provider again; `restart`
   * reloads the extension.
   */
  readonly does: "options" | "look" | "retry" | "restart"
  /** The button is enabled after this many seconds. */
  readonly waitSeconds: number
}

/** Whether it is about an account of this browser that was not found. Failures of the hub name no operation. */
const isOfAccount = ({ operation }: Failure) => operation === "accounts"

/** Whether something may have been done or charged although the answer was lost. No button may repeat it. */
const isOpen = ({ charged, outcome }: Failure): boolean => charged === "unknown" || outcome === "unknown"

/** Settings are read before a step runs, so such an error is about the account and not about the page. */
const isOfSettings = ({ operation }: Failure) => operation === "connect"

const titleOf = (error: Failure, online: boolean): string => {
  const { reason, guard, own } = error
  const title = ownTitle(error)
  // The provider may have answered, with a failure or with something that cannot be read.
  if (isOpen(error) && guard !== "unknownCharge")
    return error.charged === "unknown" ? failure.unknownTitle : failure.openTitle
  if (own?.is === "offline" || (reason === "Transport" && !online)) return failure.offline
  if (own?.is === "storage") return failure.guard.ledger
  if (title !== undefined) return title
  if (isOfAccount(error)) return failure.guard.vault
  if (isOfSettings(error)) return failure.settings
  if (reason === "Invalid" && (error.fields?.length ?? 0) > 0) return failure.address
  if (reason === "Unauthorized" && error.sent === false) return failure.unusableKey
  return titleOfKind(reason, guard)
}

/** What the heading does not say already. */
const textOf = (error: Failure, title: string): ReadonlyArray<string> => {
  const { needs, resetsAt } = error
  const text = problemText(error)
  return [
    text.startsWith(`${title}.`) ? text.slice(title.length + 1).trim() : text,
    ...(needs === undefined || text.includes(needs) ? [] : [failure.needs(needs)]),
    ...(resetsAt === undefined ? [] : [failure.resets(moment(resetsAt))])
  ]
}

/** A button that counts down says itself when to try again. */
const withoutWait = (error: Failure): Failure => {
  const { remedy: _remedy, ...rest } = error
  return rest
}

export const nextStep = (error: Failure, online: boolean): NextStep => {
  const title = titleOf(error, online)
  const step = (does: NextStep["does"], label: string, waitSeconds = 0): NextStep => {
    const text = textOf(waitSeconds > 0 ? withoutWait(error) : error, title)
    return { title, text, label, does, waitSeconds }
  }
  const settings = (label: string) =>
    error.isFromHub === true ? step("look", failure.tryAgain) : step("options", label)
  if (isOpen(error)) return step("look", failure.lookAgain)
  if (error.own?.is === "unheard") return step("restart", failure.restart)
  if (isOfSettings(error)) return settings(failure.openSettings)
  // Asking again does not update the extension; in the settings, the storage can be saved and erased.
  if (error.own?.is === "storage" && error.own.why === "newer") return step("options", failure.openSettings)
  switch (error.reason) {
    case "Unauthorized":
      return settings(error.own !== undefined || isOfAccount(error) ? failure.openSettings : failure.checkKey)
    case "Forbidden":
      return settings(failure.openSettings)
    case "RateLimited":
      return step("retry", failure.tryAgain, error.retryAfterSeconds)
    case "Refused":
      if (error.guard === "ledger") return step("look", failure.tryAgain)
      if (error.guard === "uncached" || error.guard === "price") return step("look", failure.lookAgain)
      return settings(error.guard === "cap" ? popup.raiseCap : failure.openSettings)
    case "Conflict":
      return error.own !== undefined ? step("look", failure.lookHere) : step("retry", failure.tryAgain)
    case "Transport":
    case "Unavailable":
    case "Timeout":
      return step("retry", failure.tryAgain)
    // Asking the provider again, which might cost again, leads to no other answer.
    case "Decode":
    case "QuotaExhausted":
    case "NotFound":
    case "Invalid":
      return step("look", failure.tryAgain)
  }
}
