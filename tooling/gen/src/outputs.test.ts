import { expect, it } from "vitest"

import { stale, write } from "./outputs.ts"
import { tree } from "./testing/tree.ts"

const outputs = [
  { path: "same.ts", text: "same" },
  { path: "changed.ts", text: "new" },
  { path: "deep/er/absent.ts", text: "first" }
]

it("tells the outputs that differ or are absent, and writes nothing by itself", async () => {
  const { root, all } = await tree({ "same.ts": "same", "changed.ts": "old" })
  expect((await stale(root, outputs)).map(({ path }) => path)).toEqual(["changed.ts", "deep/er/absent.ts"])
  expect(await all()).toEqual({ "same.ts": "same", "changed.ts": "old" })
})

it("writes outputs with their folders, and then nothing is stale", async () => {
  const { root, all } = await tree({ "other.ts": "kept", "changed.ts": "old" })
  await write(root, outputs)
  expect(await all()).toEqual({
    "same.ts": "same",
    "changed.ts": "new",
    "deep/er/absent.ts": "first",
    "other.ts": "kept"
  })
  expect(await stale(root, outputs)).toEqual([])
})
