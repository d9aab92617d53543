import { it } from "@effect/vitest"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import { assert } from "vitest"

import { AT, issue } from "../../../tests/samples/codehost.ts"
import type { WatchedRecord } from "../../../vault/watched.ts"
import { poll } from "./poll.ts"

const outage = new ProviderError({
  provider: "codehost",
  operation: "apiCall",
  reason: { _tag: "Unavailable", status: 503, what: "Service Unavailable" }
})

/** A watched repository whose issues have further pages, and what is served as the second of them. */
const watching = () => {
  const served = { issues: [issue(1)], second: "its issues" as "its issues" | "an outage" | "no list" }
  let record: WatchedRecord = {
    ...AT,
    seen: [],
    unread: 0,
    lists: {},
    polledAt: null,
    limit: 5000,
    restSeconds: 60,
    isFailing: false
  }
  const ok = (body: unknown) => Effect.succeed({ status: 200, headers: {}, body })
  const service: Parameters<typeof poll>[0] = {
    call: (_ref, { endpoint }) => {
      if (!endpoint.includes("/issues?")) return ok(endpoint.includes("/runs") ? { workflow_runs: [] } : [])
      const page = Number(/&page=(\d+)/.exec(endpoint)?.[1] ?? 1)
      if (page === 2 && served.second === "an outage") return Effect.fail(outage)
      if (page === 2 && served.second === "no list") return ok({})
      return ok(served.issues.slice(10 * page - 10, 10 * page))
    },
    body: () => Effect.die("no thread")
  }
  const seenAfter = Effect.fnUntraced(function* (polls: number, second: typeof served.second) {
    served.second = second
    for (let n = 0; n < polls; n += 1) record = yield* poll(service, record, "2026-11-23T12:00:00Z")
    return record.seen.length
  })
  const add = (newest: number) => {
    served.issues = [...Array.from({ length: 15 }, (_, n) => issue(newest - n)), ...served.issues]
  }
  return { seenAfter, add }
}

it.effect("waits for a further page through an outage of an hour, and no longer", () =>
  Effect.gen(function* () {
    const { seenAfter, add } = watching()
    yield* seenAfter(1, "its issues")
    add(16)
    assert.strictEqual(yield* seenAfter(59, "an outage"), 0)
    assert.strictEqual(yield* seenAfter(1, "its issues"), 15)
    add(31)
    assert.strictEqual(yield* seenAfter(60, "an outage"), 25)
  })
)

it.effect("does not pass a further page that is no list once, because of an outage before", () =>
  Effect.gen(function* () {
    const { seenAfter, add } = watching()
    yield* seenAfter(1, "its issues")
    add(16)
    assert.strictEqual(yield* seenAfter(2, "an outage"), 0)
    assert.strictEqual(yield* seenAfter(2, "no list"), 0)
    assert.strictEqual(yield* seenAfter(1, "no list"), 10)
  })
)
