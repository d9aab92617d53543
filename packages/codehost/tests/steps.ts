/**
 * Helpers for the tests of one step: run it, query the service for the result, and inspect the requests that were sent.
 */
import { expect } from "vitest"

import { world } from "./world.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- untyped JSON of the service
export type Json = any

export interface StepOptions {
  readonly status: number
  readonly body: Json
}

/** acme/widgets, the repository that most tests use. */
export const widgets = { owner: "acme", repo: "widgets" }

/** @param step the id of the step under test */
export const stepWorld = (step: string) => {
  const { run, failure, calls, sandbox, fault } = world()
  const ask = async (method: string, path: string, body?: object): Promise<StepOptions> => {
    const response = await fetch(sandbox().urls.codehost + path, {
      method,
      headers: { authorization: `Bearer ${sandbox().env.INLAY_CODEHOST_TOKEN}` },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, body: text === "" ? null : JSON.parse(text) }
  }
  const get = async (path: string) => (await ask("GET", path)).body
  return {
    sandbox,
    calls,
    fault,
    ask,
    get,
    run: (input: object) => run(step, input) as Promise<Json>,
    failure: (input: object) => failure(step, input),
    /** Returns the reason of a run that must fail. */
    reason: async (input: object) => (await failure(step, input)).reason,
    /** Returns the wrong fields of an input, and checks that nothing was sent. */
    wrongFields: async (input: object): Promise<ReadonlyArray<string>> => {
      const before = (await calls()).length
      const { reason } = await failure(step, input)
      expect((await calls()).length).toBe(before)
      return reason._tag === "Invalid" ? reason.fields.map(({ field }) => field) : [reason._tag]
    }
  }
}
