import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"
import { CodeHost, type CodeHostClient } from "../client/CodeHost.ts"
import type { PageInput } from "../client/pages.ts"
import { listReleases } from "../tool-steps/list-releases.ts"

const { wrong } = stepWorld("codehost_list_releases")

/** A client whose lists go on by cursor, as those of the sandbox do not. */
const byCursor = (asked: Array<PageInput>) =>
  ({
    releases: {
      page: (input: PageInput) => {
        asked.push(input)
        return Effect.succeed({ items: [], ...(input.cursor === undefined && { next: { cursor: "c2" } }) })
      }
    }
  }) as unknown as CodeHostClient

it("goes on by cursor: the next page's input is one that the step takes", async () => {
  const asked: Array<PageInput> = []
  const run = (input: object) =>
    Effect.runPromise(Effect.provideService(listReleases.run(input), CodeHost, byCursor(asked)))
  const first = (await run({ ...widgets, page: 1, per_page: 5 })) as { readonly next: object }
  expect(first.next).toEqual({ ...widgets, per_page: 5, cursor: "c2" })
  expect(await run(first.next)).not.toHaveProperty("next")
  expect(asked).toEqual([
    { ...widgets, page: 1, per_page: 5 },
    { ...widgets, per_page: 5, cursor: "c2" }
  ])
})

it("refuses fields that it does not know, and none at all", async () => {
  expect(await wrong({ ...widgets, fields: ["id", "nonsense"] })).toEqual(["fields.1"])
  expect(await wrong({ ...widgets, fields: [] })).toEqual(["fields"])
})
