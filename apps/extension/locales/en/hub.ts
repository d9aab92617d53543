/** The hub in the options: pairing, and the way in which plugins run. */
import { plural } from "./plural.ts"

const accounts = (count: number, where: string): string =>
  plural(count, { one: `${count} account ${where}`, other: `${count} accounts ${where}` })

export const hub = {
  title: "Through a hub",
  lead: "With your own hub, keys stay there and are not stored in this browser. Everybody who uses it shares limits, paid answers and unknown charges.",
  address: "Address of the hub",
  addressHelp: "As “inlay serve” prints it, such as http://127.0.0.1:4670.",
  code: "Pairing code",
  codeHelp: "Shown in the hub's console, on its Agents page. It works once, for ten minutes.",
  needed: "Needed to pair.",
  pair: "Pair",
  pairing: "Pairing…",
  denied: (host: string) => `Inlay may not reach ${host} yet.`,
  deniedAdvice: "Pair again and choose Allow. Inlay can then reach this address and no other.",
  /** The browser's permission was taken away. */
  allow: (host: string) => `Allow requests to ${host}`,
  paired: (host: string, version: string) => `Paired with ${host}, version ${version}.`,
  name: (name: string) =>
    `The hub calls this browser “${name}”. Limit or revoke it in the hub's console, on the Agents page.`,
  ways: "How each plugin runs",
  notShared:
    "This browser and the hub keep separate records: what one has bought, the other does not have. The same person looked up both ways is paid twice.",
  direct: "From this browser alone",
  here: (count: number) => accounts(count, "in this browser"),
  through: "Through the hub",
  atHub: (count: number | undefined) =>
    count === undefined ? "Its accounts are not known right now" : accounts(count, "at the hub"),
  spent: (account: string, spentToday: string) => `${account}: ${spentToday} today, from this browser`,
  hubOnly: "Through the hub only",
  pairAgain: "Pair again",
  unpair: "End the pairing",
  unpairSure: "End it? Plugins that use the hub then run from this browser alone, if it has an account.",
  unpairYes: "Yes, end it",
  ended: "The pairing has ended.",
  endedHere:
    "The pairing has ended in this browser. The hub was not informed: revoke this browser there, on the Agents page."
} as const
