/** Who runs a step, and whom to tell how far it is. Both are references: a program that says nothing runs steps for itself. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** By what a call came in. */
export type Via = "cli" | "mcp" | "http" | "console" | "extension" | "trigger"

/** Who calls. What runs is recorded under it. */
export interface CallerOf {
  /** Whose call it is: a user or an agent of a server, `local` for the program's own user. */
  readonly principal: string
  readonly via: Via
  /** The id of the event that caused the call, where one did. */
  readonly event?: string
  /** The lifetime that run caps count: a process, a browser session, a run of an agent. Empty where nobody counts. */
  readonly run: string
}

/** Where a call of MCP names the event that caused it: in its `_meta`. */
export const EVENT_META_KEY = "inlay/event"

const EVENT_ID = /^[\x21-\x7e]([\x20-\x7e]{0,298}[\x21-\x7e])?$/

/** The id of an event, as an agent that it started names it: 1 to 300 printable characters. `undefined` for anything else. */
export const readEventId = (value: unknown): string | undefined =>
  typeof value === "string" && EVENT_ID.test(value) ? value : undefined

/** The caller of the running effect. */
export const Caller = Context.Reference<CallerOf>("@inlay/agent-plugin/Caller", {
  defaultValue: () => ({ principal: "local", via: "cli", run: "" })
})

/** How far a long step is. */
export interface Step {
  /** Items, rows or bytes done so far: whatever `total` counts. */
  readonly done: number
  /** Absent where nobody knows. */
  readonly total?: number
  /** What is being done, a few words for people. */
  readonly text?: string
}

/** Told how far the running effect is; nobody listens unless somebody provides it. */
export const Progress = Context.Reference<(step: Step) => Effect.Effect<void>>("@inlay/agent-plugin/Progress", {
  defaultValue: () => () => Effect.void
})
