/** The one button that can mend a failure: what it says and what it does. */
import type { Failure } from "../messaging/failure.ts"
import { restart } from "./restart.ts"
import { nextStep } from "./text/next-step.ts"

interface Mend {
  readonly label: string
  readonly act: () => void
}

/** @param onRetry sends the request again */
export const mend = (error: Failure, onRetry: () => void, onSettings: () => void): Mend => {
  const { label, does } = nextStep(error, navigator.onLine)
  return { label, act: { options: onSettings, look: onRetry, retry: onRetry, restart }[does] }
}
