/**
 * The environment variables that describe an event to the command that it starts. The command reads everything else
 * from standard input.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"

export interface VariableValues {
  /** `inlay run` in the command reads this id and names the event as the cause of its runs. */
  readonly id: string
  readonly trigger: string
  /** `plugin/name`. */
  readonly account: string
  /** ISO 8601. */
  readonly time: string
  readonly actor: string | undefined
  readonly source: string
}

export const EVENT_ID = "INLAY_EVENT_ID"

const NAMES = {
  id: EVENT_ID,
  trigger: "INLAY_EVENT_TRIGGER",
  account: "INLAY_EVENT_ACCOUNT",
  time: "INLAY_EVENT_TIME",
  actor: "INLAY_EVENT_ACTOR",
  source: "INLAY_EVENT_SOURCE"
} as const satisfies Record<keyof VariableValues, string>

/** The names of all variables that a started command may find. */
export const EVENT_VARIABLES: ReadonlyArray<string> = Object.values(NAMES)

const MAX_CHARS = 1_000

export const eventVariables = (values: VariableValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(NAMES).map(([field, name]) => [
      name,
      ProviderText.line(values[field as keyof VariableValues] ?? "", MAX_CHARS)
    ])
  )
