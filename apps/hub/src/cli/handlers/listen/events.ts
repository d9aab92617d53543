/** The formats of an event in `inlay listen`: a line of text, JSON, or the input of a command. */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Schema from "effect/Schema"

import { eventVariables } from "../../../inbound/chains/event-variables.ts"
import type { Screen } from "../../../terminal/Screen.ts"

/** An event as in a hub's feed. */
export const ListenedEvent = Schema.Struct({
  eventId: Schema.String,
  name: Schema.String,
  /** ISO 8601. */
  timestamp: Schema.String,
  /** `plugin/name`. */
  account: Schema.String,
  source: Schema.String,
  actor: Schema.optionalKey(Schema.String),
  causedBy: Schema.optionalKey(Schema.String),
  data: Schema.Unknown,
  cursor: Schema.optionalKey(Schema.String)
})
export type ListenedEvent = typeof ListenedEvent.Type

const MAX_VALUE_CHARS = 80
const MAX_LINE_CHARS = 400

const isPlain = (value: unknown): boolean =>
  (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean"

/** The simple values of the event's data that fit on a line. The page's URL is added separately, at full length. */
const dataWords = (data: unknown, actor: string | undefined): string => {
  if (typeof data !== "object" || data === null) return ""
  const values = Object.entries(data).filter(([, value]) => isPlain(value))
  const words = values.flatMap(([name, value]) =>
    name === "url" || (name === "actor" && value === actor)
      ? []
      : [`${name}: ${ProviderText.line(String(value), MAX_VALUE_CHARS)}`]
  )
  return ProviderText.line(words.join(", "), MAX_LINE_CHARS)
}

const pageOf = (data: unknown): string =>
  typeof data === "object" && data !== null && "url" in data && typeof data.url === "string"
    ? ProviderText.line(data.url, MAX_LINE_CHARS)
    : ""

/** Formats an event as one line, whatever it contains. */
export const lineOf = ({ style }: Screen, { timestamp, actor, data, causedBy }: ListenedEvent): string =>
  [
    style.dim(ProviderText.line(timestamp.replace("T", " "), 40)),
    ...(actor === undefined ? [] : [style.bold(ProviderText.line(actor, MAX_VALUE_CHARS))]),
    dataWords(data, actor),
    style.cyan(pageOf(data)),
    ...(causedBy === undefined ? [] : [style.yellow("(by a run of this account)")])
  ]
    .filter((part) => part !== "")
    .join("  ")

/** The event id that the command's own runs name. The hub uses it to measure the length of a chain. */
const eventIdOf = ({ cursor, eventId }: ListenedEvent): string => (cursor === undefined ? eventId : `evt_${cursor}`)

export const variablesOf = (event: ListenedEvent): Readonly<Record<string, string>> =>
  eventVariables({
    id: eventIdOf(event),
    trigger: event.name,
    account: event.account,
    time: event.timestamp,
    actor: event.actor,
    source: event.source
  })
