/** The hub in the options: pairing, and the way in which plugins run. */
import { plural } from "./plural.ts"

const accounts = (count: number, where: string): string =>
  plural(count, { one: `${count} account ${where}`, other: `${count} accounts ${where}` })

export const hub = {
  title: "Through a hub",
  lead: "With a hub of yours, keys stay there and nothing of them in this browser; limits, paid answers and unknown charges are shared by everybody who uses it.",
  address: "Address of the hub",
  addressHelp: "As `inlay serve` prints it, such as http://127.0.0.1:4670.",
  code: "Pairing code",
  codeHelp: "Shown in the hub’s console, on its Agents page. It serves once, for ten minutes.",
  needed: "Needed to pair.",
  pair: "Pair",
  pairing: "Pairing…",
  denied: (host: string) => `The browser may not reach ${host} yet.`,
  deniedAdvice: "Pair again and choose Allow: Inlay then reaches this address and no other.",
  paired: (host: string, version: string) => `Paired with ${host}, version ${version}.`,
  name: (name: string) =>
    `The hub calls this browser “${name}”. It is limited and revoked in its console, on the Agents page.`,
  ways: "By which way each runs",
  notShared:
    "This browser and the hub keep separate books: what one has bought, the other does not have. The same person asked by both ways is paid twice.",
  direct: "By this browser alone",
  here: (count: number) => accounts(count, "in this browser"),
  through: "Through the hub",
  atHub: (count: number | undefined) =>
    count === undefined ? "Its accounts are not known just now" : accounts(count, "at the hub"),
  spent: (account: string, spentToday: string) => `${account}: ${spentToday} today, by this browser`,
  hubOnly: "Through the hub only",
  stored: "Stored",
  pairAgain: "Pair again",
  unpair: "End the pairing",
  unpairSure: "End it? What runs through the hub runs by this browser alone then, where it has an account.",
  unpairYes: "Yes, end it",
  cancel: "Cancel",
  ended: "The pairing is ended.",
  endedHere:
    "The pairing is ended in this browser. The hub could not be told: revoke this browser there, on the Agents page."
} as const
