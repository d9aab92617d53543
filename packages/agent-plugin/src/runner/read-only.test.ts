/** A read-only account: its writing steps are neither run nor offered to agents. */
import { describe, expect, it } from "@effect/vitest"
import * as Spend from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { isReadOnly, make, type Account } from "../account/Account.ts"
import { Accounts } from "../account/Accounts.ts"
import { choices } from "../mcp/listing.ts"
import type { Runnable } from "../Plugin.ts"
import * as ApiCall from "../steps/ApiCall.ts"
import { connectedNames, samplePlugin } from "../testing/sample-plugin.ts"
import { Audit, type AuditRecord } from "./Audit.ts"
import { Runner } from "./Runner.ts"

const kind = samplePlugin.accountKinds[0]!
const [greet, fail] = samplePlugin.toolSteps

const account = (name: string, read_only?: string): Account => {
  const values = { greeting: "Hello", ...(read_only !== undefined && { read_only }) }
  const field = {
    name: "read_only",
    label: "Read-only",
    type: "boolean",
    secret: false,
    required: false,
    help: "."
  } as const
  return make({ plugin: "sample", name, kind: { ...kind, fields: [...kind.fields, field] }, values, revision: "1" })
}

const world = (accounts: ReadonlyArray<Account>, records: Array<AuditRecord>, plugin: Runnable = samplePlugin) =>
  Runner.layer([plugin]).pipe(
    Layer.provide([
      Accounts.layer(() => accounts),
      Layer.succeed(Audit, { record: (entry) => Effect.sync(() => void records.push(entry)) }),
      Layer.succeed(Transport, { send: () => Effect.die("nothing is sent") }),
      Spend.layerMemory("run")
    ])
  )

const run = (step: string, input: unknown, name?: string) =>
  Effect.flatMap(Runner, (runner) => runner.run(step, input, name))

describe("a read-only account", () => {
  it.each([
    [undefined, false],
    ["false", false],
    ["true", true],
    ["False", false],
    ["no", false],
    ["0", false],
    ["off ", false],
    ["yes", true],
    ["1", true],
    ["maybe", true]
  ])("is one whose setting %s is anything but false or no: %s", (read_only, expected) => {
    const { readOnly, settings } = account("one", read_only)
    expect([readOnly, isReadOnly(settings)]).toEqual([expected, expected])
  })

  it.effect("runs reading steps; a writing step is refused before its client is made, and recorded", () => {
    const records: Array<AuditRecord> = []
    return Effect.gen(function* () {
      connectedNames.length = 0
      const error = yield* Effect.flip(run("sample_fail", { reason: "Forbidden" }))
      expect(error.reason).toMatchObject({ _tag: "Refused", guard: "readOnly" })
      expect([error.message, connectedNames]).toEqual([
        expect.stringMatching(/account one is read-only.*Nothing was sent/),
        []
      ])
      expect(yield* run("sample_greet", { name: "Ana" })).toEqual({ text: "Hello Ana" })
      expect(records.map(({ step, outcome }) => [step, outcome])).toEqual([
        ["sample_fail", "Refused"],
        ["sample_greet", "ok"]
      ])
    }).pipe(Effect.provide(world([account("one", "true")], records)))
  })

  it.effect("previews no writing step, and leaves a step that also reads to its client", () =>
    Effect.gen(function* () {
      const runner = yield* Runner
      const error = yield* Effect.flip(runner.preview("sample_fail", { reason: "Forbidden" }))
      expect(error.reason).toMatchObject({ _tag: "Refused", guard: "readOnly" })
      expect(yield* runner.run("sample_greet", { name: "Ana" })).toEqual({ text: "Hello Ana" })
      expect(yield* runner.preview("sample_greet", { name: "Ana" })).toMatchObject({ isFree: true })
    }).pipe(
      Effect.provide(
        world([account("one", "true")], [], {
          ...samplePlugin,
          toolSteps: [{ ...greet!, hints: fail!.hints, readsToo: true }, fail!]
        })
      )
    )
  )

  it.effect("does not keep other accounts from writing", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run("sample_fail", { reason: "Forbidden" }, "two"))
      expect(error.reason._tag).toBe("Forbidden")
      const preview = yield* Runner.use((runner) => runner.preview("sample_fail", { reason: "Forbidden" }, "two"))
      expect(preview.refusal).toBeUndefined()
    }).pipe(Effect.provide(world([account("one", "true"), account("two")], [])))
  )

  it("is not a choice for a writing step, which is not offered without another account", () => {
    const [reader, writer] = [account("reader", "true"), account("writer")]
    expect(choices(greet!, [reader, writer])).toEqual(["reader", "writer"])
    expect(choices(fail!, [reader, writer])).toEqual(["writer"])
    expect(choices(fail!, [reader])).toBeUndefined()
    expect(choices(fail!, [])).toEqual([])
    const apiCall = ApiCall.make({
      plugin: "sample",
      description: "Any request.",
      methods: ["GET", "POST"],
      endpoint: "A path.",
      cost: null,
      hints: { ...fail!.hints },
      call: () => Effect.die("nothing is sent")
    })
    // API Call can also read. The client's guard refuses requests that would write.
    expect(choices(apiCall, [reader])).toEqual(["reader"])
  })
})
