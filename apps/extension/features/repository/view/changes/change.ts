/** Sends a change once, after the user has confirmed it, and holds its outcome. */
import { useState } from "preact/hooks"

import { repository as words } from "../../../../locales/repository.ts"
import type { Send } from "../../../../messaging/client.ts"
import type { RequestName, Requests } from "../../../../messaging/contract.ts"
import type { Failure } from "../../../../messaging/failure.ts"
import { problemText } from "../../../../ui/text/problem.ts"

/** Whether the change may have been made although the answer was lost, and the failure's own words do not say so. */
const isOpen = ({ outcome, own, remedy }: Failure): boolean =>
  remedy?.to !== "lookFirst" &&
  (outcome === "unknown" ||
    own?.is === "stopped" ||
    (own?.is === "hub" && (own.why === "gone" || own.why === "unreadable")))

const problemOf = (error: Failure, isTrial: boolean): string =>
  [
    problemText(error),
    error.needs === undefined ? "" : words.needed(error.needs),
    isOpen(error) && !isTrial ? words.mayBeDone : ""
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")

export type Changing =
  | { readonly at: "rest" }
  | { readonly at: "asking" }
  | { readonly at: "sending" }
  | { readonly at: "done" }
  | { readonly at: "failed"; readonly problem: string }

/** @param isTrial whether it only looks at what would happen */
export const useChange = (send: Send, isTrial = false) => {
  const [state, setState] = useState<Changing>({ at: "rest" })
  return {
    state,
    ask: () => setState({ at: "asking" }),
    leave: () => setState({ at: "rest" }),
    make: async <N extends RequestName>(
      name: N,
      input: Requests[N]["input"]
    ): Promise<Requests[N]["output"] | undefined> => {
      setState({ at: "sending" })
      const reply = await send(name, input)
      setState(reply.ok ? { at: "done" } : { at: "failed", problem: problemOf(reply.error, isTrial) })
      return reply.ok ? reply.output : undefined
    }
  }
}
