/** Runs the plugin suite against the tutorial's plugin, and checks files that are not plugins. */
import { readFileSync } from "node:fs"

import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { pluginSuite } from "../testing/index.ts"
import { problemsOf, toPlugin, type PlainPlugin } from "./PlainPlugin.ts"

const tutorial = readFileSync(new URL("../../../../docs/your-own-plugin.md", import.meta.url), "utf8")
const [, code = ""] = /```js\n([\s\S]*?)```/.exec(tutorial) ?? []
const { default: parcels } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  readonly default: PlainPlugin
}

pluginSuite(parcels)

it("reports all problems of a plugin at once", () => {
  const [step] = parcels.steps
  const problems = problemsOf({ ...parcels, id: "Parcels!", title: "", steps: [step, step, 7] })
  expect(problems.map(({ field }) => field)).toEqual(["title", "id", "steps.0.id", "steps.1.id", "steps.2", "steps"])
})

it.each([true, false])("says of a step with readOnly: %s whether it can destroy, and be repeated", (readOnly) => {
  const steps = parcels.steps.slice(0, 1).map((step) => ({ ...step, readOnly }))
  const [step] = Result.getOrThrow(toPlugin({ ...parcels, steps })).toolSteps
  expect(step?.hints).toEqual({ readOnly, destructive: !readOnly, idempotent: readOnly, openWorld: true })
})

it("takes step ids of 64 characters, beyond which OpenAI's models take no tool at all", () => {
  const [step] = parcels.steps
  const withId = (length: number) =>
    problemsOf({ ...parcels, steps: [{ ...step, id: "parcels_".padEnd(length, "x") }] })
  expect(withId(64)).toEqual([])
  expect(withId(65)).toEqual([
    { field: "steps.0.id", message: "must begin with parcels_, in snake_case, with at most 64 characters" }
  ])
})

it("names the fields that it does not have, and what it has instead", () => {
  const [step] = parcels.steps
  const service = { baseURL: "https://api.parcels.example", keyHeader: 7, auth: { headr: "X-Key" } }
  expect(
    problemsOf({ ...parcels, triggers: [], service, steps: [{ ...step, title: "", destructive: false }] })
  ).toEqual([
    { field: "triggers", message: "is not a field here; there are edition, id, title, description, service, steps" },
    { field: "service.baseURL", message: "is not a field here; there are baseUrl, keyHeader, auth" },
    { field: "service.keyHeader", message: "must be a string" },
    { field: "service.auth.headr", message: "is not a field here; there are header, scheme" },
    { field: "steps.0.title", message: "must not be empty" },
    {
      field: "steps.0.destructive",
      message: "is not a field here; there are id, title, description, readOnly, input, run"
    }
  ])
})

it.each([
  ["a function", () => parcels, /must be the plugin object, not a function/],
  ["a promise", Promise.resolve(parcels), /must be the plugin object, not a promise/],
  ["nothing", undefined, /must be exported/]
])("says of a file that exports %s what it must export", (_, value, message) => {
  expect(problemsOf(value)).toEqual([{ field: "default", message: expect.stringMatching(message) }])
})

it("refuses to test a value that is not a plugin", () => {
  expect(() => pluginSuite({ ...parcels, edition: 3 } as never)).toThrow(/edition is 3/)
})
