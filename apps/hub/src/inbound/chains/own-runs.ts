/**
 * A `Runner` that knows which event caused a run. Purchases count towards the event's cap, and the records that the run
 * changed are noted, so that events about them are recognized as the account's own.
 */
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Caller } from "@inlay/agent-plugin/Caller"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { inSpan } from "@inlay/agent-plugin/StepSpan"
import { isFreeRead } from "@inlay/agent-plugin/ToolStep"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { SpendingEvent, type EventSpender } from "@inlay/core-http/Spend"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Database } from "@inlay/sql-stores/Database"
import { BuyerOfRun } from "@inlay/sql-stores/LookupCache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { SqlClient } from "effect/sql/SqlClient"

import { confirmed } from "../../confirmed-days.ts"
import { hubError } from "../../hub-error.ts"
import { Causes, recordsOf } from "./causes.ts"
import { findLink } from "./event-links.ts"

const NO_EVENT: EventSpender = { id: "" }

const unreadable = ({ message, remedy = { to: "repairStorage" } }: StorageError) =>
  hubError("event", {
    _tag: "Refused",
    guard: "ledger",
    what: `The event that caused this cannot be looked up: ${message}.`,
    remedy,
    nothing: "sent"
  })

/**
 * Whether a run may change records. A step that spends credits buys data: the people and companies in its output were
 * not changed by it.
 */
const changesRecords = (step: Plugin["toolSteps"][number], input: unknown): boolean =>
  step.cost?.unit !== "credits" && !isFreeRead(step, input)

const make = Effect.fnUntraced(function* (runner: Runner["Service"], plugins: ReadonlyArray<Plugin>) {
  const accounts = yield* Accounts
  const causes = yield* Causes
  const database = yield* Effect.context<SqlClient | Database>()

  const spender = Effect.gen(function* () {
    const { event: id } = yield* Caller
    if (id === undefined) return NO_EVENT
    const link = yield* findLink(id).pipe(Effect.provideContext(database), Effect.mapError(unreadable))
    const credits = link?.creditsPerEvent ?? undefined
    return { id, ...(credits !== undefined && { credits }) } satisfies EventSpender
  })
  const within = <A>(running: Effect.Effect<A, ProviderError>) =>
    Effect.flatMap(spender, (event) => Effect.provideService(running, SpendingEvent, event))

  const note = Effect.fnUntraced(function* (ref: { plugin: string; account: string }, output: unknown) {
    const records = recordsOf(output)
    if (records.length === 0) return
    const { event } = yield* Caller
    yield* causes.note(ref, records, event)
  })

  /** Runs a step that may change something. If its account cannot be found, the run itself fails. */
  const changing = Effect.fnUntraced(function* (
    running: Effect.Effect<unknown, ProviderError>,
    { id: plugin }: Plugin,
    findAccount: Effect.Effect<Account, unknown>
  ) {
    const account = yield* Effect.result(findAccount)
    if (account._tag === "Failure") return yield* running
    const ref = { plugin, account: account.success.name }
    const noting = (output: unknown) =>
      note(ref, output).pipe(Effect.catch((error) => Effect.logWarning(`own changes: ${error.message}`)))
    return yield* causes.changing(ref, Effect.tap(running, noting))
  })

  return Runner.of({
    run: (stepId, input, name) => {
      const running = Effect.suspend(() =>
        Effect.provideService(within(runner.run(stepId, input, name)), BuyerOfRun, {})
      )
      const entry = Result.getOrUndefined(stepOf(plugins, stepId))
      return entry === undefined || !changesRecords(entry.step, input)
        ? running
        : changing(running, entry.plugin, accounts.find(entry.plugin, name))
    },
    preview: (stepId, input, name) => within(runner.preview(stepId, input, name))
  })
})

/** A layer over the `Accounts` in its context. */
export const layer = (plugins: ReadonlyArray<Plugin>) =>
  Layer.effect(
    Runner,
    Effect.gen(function* () {
      const context = yield* Layer.build(Runner.layer(plugins, inSpan))
      const runner = yield* confirmed(yield* Effect.provide(Runner, context), plugins)
      return yield* make(runner, plugins)
    })
  )
