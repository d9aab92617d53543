/** The line in a repository's page. */
import { moment, plural } from "./plural.ts"

/** States of a workflow run. */
export const runState = {
  waiting: "waiting",
  running: "running",
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
  other: "ended"
}

export const line = {
  region: "Inlay: this repository",
  close: "Close",
  // A moment rather than an age, because the line stays while time passes.
  run: (workflow: string, run: number, state: string, at: string) => `${workflow} #${run} ${state}, ${moment(at)}`,
  state: runState,
  starts: (count: number) =>
    plural(count, { one: "1 agent start in 24 hours", other: `${count} agent starts in 24 hours` }),
  reviews: (count: number) => plural(count, { one: "1 review request", other: `${count} review requests` })
}
