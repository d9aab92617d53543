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

it.effect("waits for a further page through an outage of an hour, and no longer", () =>
  Effect.gen(function* () {
    let issues = [issue(1)]
    let isOut = false
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
    const service: Parameters<typeof poll>[0] = {
      call: (_ref, { endpoint }) => {
        if (!endpoint.includes("/issues?"))
          return Effect.succeed({
            status: 200,
            headers: {},
            body: endpoint.includes("/runs") ? { workflow_runs: [] } : []
          })
        const page = Number(/&page=(\d+)/.exec(endpoint)?.[1] ?? 1)
        if (isOut && page === 2) return Effect.fail(outage)
        return Effect.succeed({ status: 200, headers: {}, body: issues.slice(10 * page - 10, 10 * page) })
      },
      body: () => Effect.die("no thread")
    }
    const seenAfter = Effect.fnUntraced(function* (polls: number) {
      for (let n = 0; n < polls; n += 1) record = yield* poll(service, record, "2026-11-23T12:00:00Z")
      return record.seen.length
    })
    yield* seenAfter(1)
    issues = [...Array.from({ length: 15 }, (_, n) => issue(16 - n)), ...issues]
    isOut = true
    assert.strictEqual(yield* seenAfter(59), 0)
    isOut = false
    assert.strictEqual(yield* seenAfter(1), 15)
    issues = [...Array.from({ length: 15 }, (_, n) => issue(31 - n)), ...issues]
    isOut = true
    assert.strictEqual(yield* seenAfter(60), 25)
  })
)
