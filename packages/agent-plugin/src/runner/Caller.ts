/**
 * The caller of a step, and where to report its progress and notices. All are references with defaults: a program that
 * provides none runs steps for its own user.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The surface that a call came through. */
export type Via = "cli" | "mcp" | "http" | "console" | "extension" | "trigger"

/** Who calls. Runs are recorded under this caller. */
export interface CallerOf {
  /** On whose behalf the call runs: a user or an agent of a server, or `local` for the program's own user. */
  readonly principal: string
  readonly via: Via
  /** The id of the event that caused the call, if there is one. */
  readonly event?: string
  /** The scope of run caps: a process, a browser session, a run of an agent. Empty if run caps do not apply. */
  readonly run: string
}

/** The `_meta` key with which an MCP call names the event that caused it. */
export const EVENT_META_KEY = "inlay/event"

const EVENT_ID = /^[\x21-\x7e]([\x20-\x7e]{0,298}[\x21-\x7e])?$/

/** Validates an event id from an agent: 1 to 300 printable characters. Returns `undefined` for anything else. */
export const readEventId = (value: unknown): string | undefined =>
  typeof value === "string" && EVENT_ID.test(value) ? value : undefined

/** The caller of the running effect. */
export const Caller = Context.Reference<CallerOf>("@inlay/agent-plugin/Caller", {
  defaultValue: () => ({ principal: "local", via: "cli", run: "" })
})

/** The progress of a long step. */
export interface StepProgress {
  /** Items, rows or bytes done so far, in the unit of `total`. */
  readonly done: number
  /** Absent if unknown. */
  readonly total?: number
  /** A few words for people about the current work. */
  readonly text?: string
}

/**
 * Tells the user of a command something before its work goes on, such as what it may cost. Does nothing unless a
 * listener is provided.
 */
export const Notice = Context.Reference<(text: string) => Effect.Effect<void>>("@inlay/agent-plugin/Notice", {
  defaultValue: () => () => Effect.void
})

/** Reports the progress of the running effect. Does nothing unless a listener is provided. */
export const Progress = Context.Reference<(progress: StepProgress) => Effect.Effect<void>>(
  "@inlay/agent-plugin/Progress",
  {
    defaultValue: () => () => Effect.void
  }
)
