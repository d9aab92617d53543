import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { chooseStatus } from "./status.ts"

const option = (name: string) => ({ id: `id of ${name}`, name })

const choose = (status: string, names: ReadonlyArray<string>) => {
  const fields = [
    { id: 1, name: "Title", options: undefined },
    { id: 2, name: "Status", options: names.map(option) }
  ]
  return Effect.runPromise(
    Effect.match(chooseStatus("test", fields, { field: "Status", status, project: "Project acme/1" }), {
      onFailure: ({ reason }) => reason,
      onSuccess: ({ option: { name } }) => name
    })
  )
}

it.each([
  ["done", "Done"],
  [" DONE ", "Done"],
  ["in-progress", "🏗 In progress"],
  ["🚀", "🚀"]
])("a status is found by %s", async (status, name) => {
  expect(await choose(status, ["Done", "🏗 In progress", "✅", "🚀"])).toBe(name)
})

it("a status of signs alone is no other one of signs alone", async () => {
  expect(await choose("🚀", ["✅", "Done"])).toMatchObject({ _tag: "NotFound", nothing: "changed" })
})

it("the status that is named exactly goes before one with other punctuation", async () => {
  expect(await choose("Done", ["Done!", "Done"])).toBe("Done")
})
