/** What the extension itself refuses or cannot do: a heading with what happened, and advice what to do about it. */
import type { HubProblem, OwnProblem } from "../../messaging/failure.ts"

type Words = {
  readonly [Is in OwnProblem["is"]]: (
    problem: Extract<OwnProblem, { readonly is: Is }>
  ) => readonly [title: string, advice: string]
}

const closed = {
  keyLost: "this browser has lost the key that protects its secrets",
  secretUnreadable: "its key was changed or damaged in this browser's storage",
  recordUnreadable: "it was damaged in this browser's storage"
} as const

const storage = {
  newer: ["This browser's storage was written by a newer version of the extension", "Update the extension."],
  full: ["This browser's storage is full", "Free some disk space, or delete saved records on the history page."],
  blocked: ["Another version of the extension is still using this browser's storage", "Restart the browser."]
} as const

/** What keeps the extension from working through its hub. */
export type HubWords = { readonly [Why in HubProblem]: (origin: string) => readonly [title: string, advice: string] }

const PAIR_AGAIN = "Open the settings and pair this browser again."
const NEW_CODE = "Get a new code in the hub's console, on its Agents page."

const hubProblem: HubWords = {
  notPaired: () => ["No hub is paired with this browser", "Open the settings and pair one."],
  gone: (origin) => [
    `The hub at ${origin} does not answer`,
    "Start it with “inlay serve”, or choose in the settings to run without it."
  ],
  notAHub: (origin) => [
    `The server at ${origin} is not an Inlay hub`,
    "Check the address: “inlay serve” prints it. Only a greeting was sent there."
  ],
  another: (origin) => [
    `The hub at ${origin} is not the one that this browser is paired with`,
    `Start the right one, or pair again. Only a greeting was sent to this one.`
  ],
  otherAddress: (origin) => [
    `The hub does not serve the address ${origin}`,
    "Use the address that “inlay serve” prints, or start it with --url."
  ],
  older: (origin) => [`The hub at ${origin} is older than this extension`, "Update the hub."],
  newer: (origin) => [`The hub at ${origin} is newer than this extension`, "Update the extension."],
  revoked: (origin) => [
    `The hub at ${origin} no longer accepts this browser: its pairing was revoked or has expired`,
    PAIR_AGAIN
  ],
  changed: (origin) => [
    `This browser has been paired with the hub at ${origin} in the meantime`,
    "Look again to see its price."
  ],
  unreadable: (origin) => [`The answer of the hub at ${origin} cannot be read`, "Update the hub and the extension."],
  badAddress: () => [
    "This is not a valid hub address",
    "Enter it as “inlay serve” prints it, such as http://127.0.0.1:4670: https, or http on this machine, without user name and path."
  ],
  codeWrong: () => ["This is not a pairing code of this hub", "Check it letter by letter."],
  codeUsed: () => ["This pairing code has already been used", NEW_CODE],
  codeEnded: () => ["This pairing code has expired", NEW_CODE],
  codesRefused: () => ["There were too many wrong pairing codes", "Wait ten minutes, then get a new one."]
}

export const ownFailure: Words = {
  offline: () => ["You are offline", "Connect to a network and try again."],
  notConnected: () => ["No account is connected", "Open the settings and connect one."],
  movedOn: () => ["The page moved on to somebody else", "Check who is on the page now, and ask again."],
  expired: () => ["The saved answer has just expired", "Look again to see what asking would cost."],
  chargeSettled: () => ["This charge has already been settled", "Reload the list."],
  accountChanged: () => [
    "The account was changed or removed in the meantime",
    "Look at what is stored now, then save again."
  ],
  malformed: () => ["The extension's page and its worker do not match", "Reload the extension."],
  unreadable: () => ["The answer has an unexpected format", "Update the extension."],
  broken: () => [
    "Something went wrong inside the extension",
    "Try again. If that does not help, reload the extension."
  ],
  stopped: ({ mayCost }) => [
    "The extension's worker stopped before it answered",
    mayCost
      ? "It may have been charged: check the provider's credit log before you ask again."
      : "Open this page again: it shows what is known."
  ],
  unheard: () => ["The browser cannot reach the extension's worker", "Restart the extension. Stored data is kept."],
  hostDenied: ({ origin }) => [
    `The browser has not allowed requests to ${origin}`,
    "Open the settings: save the account again, or allow the hub."
  ],
  hub: ({ why, origin }) => hubProblem[why](origin),
  nameTaken: ({ name }) => [`An account ${name} already exists`, "Choose another name."],
  watchedFull: ({ limit }) => [`${limit} repositories are watched already`, "Stop watching another first."],
  accountClosed: ({ name, why }) => [
    `The account ${name} cannot be opened: ${closed[why]}`,
    "Open the settings and enter the key again, or remove the account."
  ],
  storage: (problem) =>
    problem.why === "failed"
      ? [`The browser's storage cannot be used: ${problem.detail}`, "Free some disk space and restart the browser."]
      : storage[problem.why]
}
