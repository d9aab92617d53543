/** A failure as the user meets it: a heading, what is known, and the one thing to do next. Pure. */
import type { ErrorJson } from "@inlay/core-http/ProviderError"

import { failure } from "../../locales/en/failure.ts"
import { popup } from "../../locales/en/popup.ts"
import type { Price } from "../../messaging/contract.ts"
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

/** Whether asking could go past the day cap, as the worker will find before it sends anything. */
export const overCap = ({ upTo, spentToday, dayCap }: Price): boolean =>
  dayCap !== null && spentToday + (upTo ?? 0) > dayCap

export const nextStep = (error: Failure, online: boolean): NextStep => {
  const step = (does: NextStep["does"], label: string, more: Partial<NextStep> = {}): NextStep => ({
    title: failure.title[error.reason],
    text: [error.message],
    label,
    does,
    waitSeconds: 0,
    ...more
  })
  if (error.charged === "unknown") {
    return step("look", failure.lookAgain, { title: failure.unknownTitle, text: [error.message, failure.unknown] })
  }
  switch (error.reason) {
    case "Unauthorized":
      return step("options", failure.checkKey)
    case "Forbidden":
      return step("options", failure.openSettings, {
        text: error.needs === undefined ? [error.message] : [error.message, failure.needs(error.needs)]
      })
    case "RateLimited":
      return step("retry", failure.tryAgain, { waitSeconds: error.retryAfterSeconds ?? 0 })
    case "QuotaExhausted":
      return step("look", failure.tryAgain, {
        text: error.resetsAt === undefined ? [error.message] : [error.message, failure.resets(moment(error.resetsAt))]
      })
    case "Refused":
      return step("options", error.guard === "cap" ? popup.raiseCap : failure.openSettings)
    case "Conflict":
      return step("look", failure.lookHere)
    case "Transport":
      return step("retry", failure.tryAgain, online ? {} : { title: failure.offline })
    case "Unavailable":
    case "Timeout":
    case "Decode":
      return step("retry", failure.tryAgain)
    case "NotFound":
    case "Invalid":
      return step("look", failure.tryAgain)
  }
}
