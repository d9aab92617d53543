/** What keeps the extension from working through its hub: what happened, and what to do about it. */
import type { HubProblem } from "../../messaging/failure.ts"

type Words = { readonly [Why in HubProblem]: (origin: string) => readonly [title: string, advice: string] }

const PAIR_AGAIN = "Open the settings and pair this browser again."
const NEW_CODE = "Show a new code in the hub’s console, on its Agents page."

export const hubProblem: Words = {
  notPaired: () => ["No hub is paired with this browser", "Open the settings and pair one."],
  gone: (origin) => [
    `The hub at ${origin} does not answer`,
    "Start it with `inlay serve`, or choose in the settings to run without it."
  ],
  notAHub: (origin) => [
    `What answers at ${origin} is no Inlay hub`,
    "Check the address: `inlay serve` prints it. Nothing but a greeting was sent there."
  ],
  another: (origin) => [
    `Another hub answers at ${origin} than the one that this browser is paired with`,
    `Start the right one, or pair again. Nothing but a greeting was sent to this one.`
  ],
  otherAddress: (origin) => [
    `The hub does not serve the address ${origin}`,
    "Use the address that `inlay serve` prints, or start it with --url."
  ],
  older: (origin) => [`The hub at ${origin} is older than this extension`, "Update the hub."],
  newer: (origin) => [`The hub at ${origin} is newer than this extension`, "Update the extension."],
  revoked: (origin) => [
    `The hub at ${origin} does not take this browser any more: it was revoked, or has ended`,
    PAIR_AGAIN
  ],
  unreadable: (origin) => [`The answer of the hub at ${origin} cannot be read`, "Update the hub and the extension."],
  badAddress: () => [
    "This is no address of a hub",
    "Enter it as `inlay serve` prints it, such as http://127.0.0.1:4670: https, or http on this machine, without user name and path."
  ],
  codeWrong: () => ["This is no pairing code of this hub", "Check it, letter by letter."],
  codeUsed: () => ["This pairing code was used before", NEW_CODE],
  codeEnded: () => ["This pairing code has ended", NEW_CODE],
  codesRefused: () => ["There were too many wrong pairing codes", "Wait ten minutes, then show a new one."],
  atHub: () => ["What the hub keeps is erased at the hub", "Run `inlay forget` there."]
}
