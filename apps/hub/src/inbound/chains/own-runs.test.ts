/** Which runs count as changes of their account, and what of them is noted. */
import { expect, it } from "@effect/vitest"
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Audit } from "@inlay/agent-plugin/Audit"
import { Caller } from "@inlay/agent-plugin/Caller"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { Spend, SpendingEvent } from "@inlay/core-http/Spend"
import { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import { BuyerOfRun } from "@inlay/sql-stores/LookupCache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

import { backends } from "../../testing/backends.ts"
import { Causes } from "./causes.ts"
import * as OwnRuns from "./own-runs.ts"

const { all } = backends()
const [{ stores }] = all

const PAGE = "https://service.example/1"
const account = {
  plugin: "sample",
  name: "work",
  settings: {},
  secrets: {},
  revision: "1",
  readOnly: false
} as unknown as Account

const step = (id: string, readOnly: boolean, cost: "credits" | "quota" | null) => ({
  id,
  hints: { readOnly },
  cost: cost && { unit: cost }
})

/** What each run and preview is given. */
const given: Array<unknown> = []
const noteGiven = (id: string) =>
  Effect.gen(function* () {
    const { id: event } = yield* SpendingEvent
    given.push([id, event, (yield* BuyerOfRun) !== undefined])
  })
const plugin = {
  id: "sample",
  toolSteps: [
    step("sample_change", false, null),
    step("sample_change_by_quota", false, "quota"),
    step("sample_read", true, null),
    step("sample_buy", false, "credits")
  ],
  connect: () =>
    Effect.succeed({
      run: (id: string) => Effect.as(noteGiven(id), { html_url: PAGE }),
      preview: (id: string) => Effect.as(noteGiven(id), { estimate: null })
    })
} as unknown as Plugin

const noted: Array<unknown> = []
const begun: Array<string> = []
/** Whether changes can be noted. */
let isStored = true

const world = OwnRuns.layer([plugin]).pipe(
  Layer.provide([
    Accounts.layer(() => [account]),
    Layer.mock(Audit, { record: () => Effect.void }),
    Layer.mock(Transport, {}),
    Layer.mock(Spend, {}),
    Layer.mock(Causes, {
      note: (ref, records, event) =>
        isStored
          ? Effect.sync(() => void noted.push([ref.account, records, event]))
          : Effect.fail(new StorageError({ operation: "causes.note", cause: "The disk is full." })),
      changing: (ref, running) =>
        Effect.andThen(
          Effect.sync(() => void begun.push(ref.account)),
          running
        )
    })
  ]),
  Layer.provideMerge(stores())
)

it.effect("a run that may change something is noted with its event, and none that only reads or buys", () =>
  Effect.gen(function* () {
    const runner = yield* Runner
    const caller = { principal: "local", via: "cli", event: "msg_1", run: "run_1" } as const
    for (const { id } of plugin.toolSteps) yield* Effect.provideService(runner.run(id, {}), Caller, caller)
    yield* Effect.provideService(runner.preview("sample_buy", {}), Caller, caller)
    yield* runner.run("sample_change", {})
    expect(noted).toEqual([
      ["work", [PAGE], "msg_1"],
      ["work", [PAGE], "msg_1"],
      ["work", [PAGE], undefined]
    ])
    expect(begun).toEqual(["work", "work", "work"])
    expect(given).toEqual([
      ...plugin.toolSteps.map(({ id }) => [id, "msg_1", true]),
      ["sample_buy", "msg_1", false],
      ["sample_change", "", true]
    ])
    isStored = false
    expect(yield* runner.run("sample_change", {})).toEqual({ html_url: PAGE })
    const missing = yield* Effect.flip(runner.run("sample_change", {}, "home"))
    expect(missing.reason._tag).toBe("NotFound")
  }).pipe(Effect.provide([world, Logger.layer([])]), Effect.scoped)
)
