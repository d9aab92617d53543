import { afterEach, expect, it, vi } from "vitest"

import { onChange, tellChange } from "./changes.ts"

let end: () => void = () => undefined
afterEach(() => end())

it("announces changes, but no requests that only read, were refused, or were not understood", async () => {
  const hear = vi.fn<() => void>()
  end = onChange(hear)
  const refusal = { ok: false, error: { reason: "Invalid", what: "" } } as const
  const done = { ok: true, output: null } as const
  tellChange({ inlay: "chooseTrigger" }, refusal)
  tellChange({ inlay: "chosenTriggers" }, done)
  tellChange("nothing", refusal)
  tellChange({ inlay: "chooseTrigger" }, done)
  await vi.waitFor(() => expect(hear).toHaveBeenCalled())
  expect(hear).toHaveBeenCalledTimes(1)
})

it("stops", async () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const leave = onChange(first)
  end = onChange(second)
  leave()
  tellChange({ inlay: "saveAccount" }, { ok: true, output: null })
  await vi.waitFor(() => expect(second).toHaveBeenCalledTimes(1))
  expect(first).not.toHaveBeenCalled()
})
