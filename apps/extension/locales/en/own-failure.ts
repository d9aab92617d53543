/** What the extension itself refuses or cannot do: what happened, as a heading, and what to do about it. */
import type { OwnProblem } from "../../messaging/failure.ts"
import { hubProblem } from "./hub-problem.ts"

type Words = {
  readonly [Is in OwnProblem["is"]]: (
    problem: Extract<OwnProblem, { readonly is: Is }>
  ) => readonly [title: string, advice: string]
}

const closed = {
  keyLost: "this browser has lost the key that protects its secrets",
  secretUnreadable: "its key was changed or damaged in this browser’s storage",
  recordUnreadable: "it was damaged in this browser’s storage"
} as const

const storage = {
  newer: ["A newer version of the extension has written this browser’s storage", "Update the extension."],
  blocked: ["Another version of the extension still uses this browser’s storage", "Restart the browser."]
} as const

export const ownFailure: Words = {
  offline: () => ["You are offline", "Connect to a network and try again."],
  notConnected: () => ["No account is connected", "Open the options and connect one."],
  movedOn: () => ["The page moved on to somebody else", "Look at who is in the page now, and ask again."],
  expired: () => ["The saved answer has just expired", "Look again to see what asking would cost."],
  chargeSettled: () => ["This charge is settled already", "Look at the list as it stands now."],
  malformed: () => ["The extension’s page and its worker do not match", "Reload the extension."],
  unreadable: () => ["The answer has another shape than it should", "Update the extension."],
  broken: () => ["Something went wrong inside the extension", "Try again; if it stays so, reload the extension."],
  stopped: ({ mayCost }) => [
    "The extension’s worker stopped before it answered",
    mayCost
      ? "It may have been charged: look at the provider’s credit log before you ask again."
      : "Open this page again: it shows what is known."
  ],
  hostDenied: ({ origin }) => [
    `The browser has not allowed requests to ${origin}`,
    "Open the options and save again to allow it."
  ],
  hub: ({ why, origin }) => hubProblem[why](origin),
  nameTaken: ({ name }) => [`There is an account ${name} already`, "Choose another name."],
  accountClosed: ({ name, why }) => [
    `The account ${name} cannot be opened: ${closed[why]}`,
    "Open the options and enter the key again, or remove the account."
  ],
  storage: (problem) =>
    problem.why === "failed"
      ? [`The browser’s storage cannot be used: ${problem.detail}`, "Free some disk space and restart the browser."]
      : storage[problem.why]
}
