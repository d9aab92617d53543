/**
 * Where a subscription's events go: an agent's address, another hub, or a command on this machine. Rows store it as one
 * text.
 */
import { createHash } from "node:crypto"

import { EXEC } from "../../storage/inbound-json.ts"
import type { CommandLine } from "./run-command.ts"

export type Destination =
  | { readonly kind: "agent" | "hub"; readonly url: string }
  | { readonly kind: "exec"; readonly command: CommandLine }

const HUB = "hub:"

export const destinationText = (destination: Destination): string => {
  switch (destination.kind) {
    case "agent":
      return destination.url
    case "hub":
      return HUB + destination.url
    case "exec":
      return EXEC + JSON.stringify([destination.command.file, ...destination.command.args])
  }
}

export const destinationOf = (text: string): Destination => {
  if (text.startsWith(HUB)) return { kind: "hub", url: text.slice(HUB.length) }
  if (!text.startsWith(EXEC)) return { kind: "agent", url: text }
  const [file = "", ...args] = JSON.parse(text.slice(EXEC.length)) as ReadonlyArray<string>
  return { kind: "exec", command: { file, args } }
}

/** Prefix of the queues whose deliveries go one after another. */
export const IN_ORDER = "o_"

const NAME_CHARS = 32

/** The queue of a destination. A receiver that hangs delays only its own. */
export const queueOfUrl = (url: string): string =>
  `d_${createHash("sha256").update(url).digest("hex").slice(0, NAME_CHARS)}`

const REDACTED = "<redacted>"

/** Whether an address is one for display, whose query is gone. */
export const isRedacted = ({ search }: URL): boolean => search.includes(encodeURIComponent(REDACTED))

/** For display: without the query of an address, which may hold a key of the receiver. */
export const shownDestination = (text: string): string => {
  const destination = destinationOf(text)
  return destination.kind === "exec"
    ? [destination.command.file, ...destination.command.args].join(" ")
    : destination.url.replace(/\?.*$/s, `?${REDACTED}`)
}
