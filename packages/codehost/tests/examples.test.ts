// What the sandbox describes as matching does, asked through the tool steps; the rest is refused well.
import { ProviderError } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import { describe as describeSandbox } from "../sandbox/describe.ts"
import { isObject } from "../sandbox/frame/json.ts"
import { plugin } from "../src/plugin.ts"
import { world } from "./world.ts"

const { run } = world()
const { examples } = describeSandbox("http://127.0.0.1:1")

/** What a step comes to: something, nothing, or the reason why not. */
const outcome = async (step: string, input: unknown): Promise<string> => {
  const output = await run(step, input).catch((error: unknown) => error)
  if (output instanceof ProviderError) return output.reason._tag
  if (!isObject(output)) throw output
  const { items } = output
  return Array.isArray(items) && items.length === 0 ? "nothing" : "something"
}

it("every tool step has examples, and nothing else has", () => {
  expect(Object.keys(examples).toSorted()).toEqual(plugin.toolSteps.map(({ id }) => id).toSorted())
})

describe.each(Object.entries(examples))("%s", (step, { match, noMatch }) => {
  it.each(match)("finds %j", async (input) => expect(await outcome(step, input)).toBe("something"))
  it.each(noMatch)("finds nothing for %j", async (input) =>
    expect(["nothing", "NotFound", "Invalid", "Conflict", "Forbidden"]).toContain(await outcome(step, input))
  )
})
