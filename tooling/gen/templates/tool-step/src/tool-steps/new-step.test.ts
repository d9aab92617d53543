import type { CallRequest } from "@inlay/core-http/Client"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { Starter } from "../client/Starter.ts"
import { newStep } from "./new-step.ts"

const record = { id: "a/1", name: "First" }
const answer = { status: 200, headers: {}, body: record, fetchedAt: "2026-01-01T00:00:00Z", fromCache: false }

/** Runs the step over a client that answers every call with the record, and keeps what was asked. */
const run = async (input: unknown) => {
  const asked: Array<CallRequest> = []
  const calls: Pick<Starter["Service"], "call"> = {
    call: (request) => {
      asked.push(request)
      return Effect.succeed(answer)
    }
  }
  const client = calls as Starter["Service"]
  const step = Effect.provideService(newStep.run(input), Starter, client)
  return { exit: await Effect.runPromiseExit(step), asked }
}

describe("starter_new_step", () => {
  it("reads one record", async () => {
    const { exit, asked } = await run({ id: record.id })
    expect(exit).toMatchObject({ _tag: "Success", value: { status: 200, record } })
    expect(asked).toMatchObject([{ method: "GET", endpoint: "/new-step/a%2F1" }])
  })

  it.each([[{}], [{ id: 1 }], [{ id: "1", other: true }]])("refuses %j before anything is sent", async (input) => {
    const { exit, asked } = await run(input)
    expect(exit._tag).toBe("Failure")
    expect(asked).toEqual([])
  })
})
