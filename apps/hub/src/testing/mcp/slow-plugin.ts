/** A plugin whose step reports progress and ends when the test lets it. */
import { Progress } from "@inlay/agent-plugin/Caller"
import * as Plugin from "@inlay/agent-plugin/Plugin"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

class Service extends Context.Service<Service, object>()("@inlay/hub/testing/Slow") {}

/** Counts the runs that came to wait and those that were interrupted, and holds the gate that lets waiting runs end. */
export const runs = {
  waited: 0,
  interrupted: 0,
  gate: Deferred.makeUnsafe<void>()
}

const hints = { readOnly: true, destructive: false, idempotent: true, openWorld: false }

const step = (
  id: string,
  title: string,
  run: (rows: number) => Effect.Effect<{ readonly rows: number }, ProviderError>
) =>
  ToolStep.make({
    id,
    title,
    description: `${title}. Free.`,
    hints,
    scopes: [],
    cost: null,
    input: Schema.Struct({ rows: Schema.Int }),
    output: Schema.Struct({ rows: Schema.Int }),
    run: ({ rows }) => run(rows)
  })

const gone = new ProviderError({
  provider: "slow",
  operation: "slow_count",
  reason: { _tag: "Unavailable", status: 500, what: "The rows are gone." }
})

/** Fails after its first step if the number is negative. */
const count = step("slow_count", "Count Rows", (rows) =>
  Effect.gen(function* () {
    const tell = yield* Progress
    if (rows < 0) {
      yield* tell({ done: 1 })
      return yield* gone
    }
    for (let done = 1; done <= rows; done++) yield* tell({ done, total: rows, text: `row ${done}` })
    return { rows }
  })
)

const wait = step("slow_wait", "Wait", (rows) =>
  Effect.gen(function* () {
    yield* (yield* Progress)({ done: 1 })
    runs.waited++
    yield* Deferred.await(runs.gate)
    return { rows }
  }).pipe(Effect.onInterrupt(() => Effect.sync(() => void runs.interrupted++)))
)

export const slowPlugin = Plugin.make({
  id: "slow",
  title: "Slow",
  description: "For tests.",
  status: "beta",
  accountKinds: [
    {
      id: "key",
      title: "Key",
      fields: [{ name: "word", label: "Word", type: "text", secret: false, required: true, help: "Any." }],
      validate: Result.succeed,
      check: () => Effect.succeed({ ok: true, scopes: [], limits: [], problems: [] })
    }
  ],
  toolSteps: [count, wait],
  triggers: [],
  service: Service,
  client: () => Effect.succeed({})
})
