// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest"

import { isPanelOpen } from "../../browser/panel.ts"
import { announcePanel } from "./invitations.ts"

/** The browser's locks, each held until its callback ends. */
const locks = () => {
  const held = new Set<{ readonly name: string }>()
  return {
    request: async (name: string, hold: () => Promise<void>) => {
      const lock = { name }
      held.add(lock)
      await hold()
      held.delete(lock)
    },
    query: async () => ({ held: [...held] })
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it("a panel counts as open in its own window, as long as it is visible", async () => {
  vi.stubGlobal("navigator", { locks: locks() })
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible")
  const isOpen = () => Promise.all([isPanelOpen(3), isPanelOpen(4)])
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event("visibilitychange"))
  }
  const stop = announcePanel(3)
  expect(await isOpen()).toEqual([true, false])
  turn("hidden")
  await vi.waitFor(async () => expect(await isOpen()).toEqual([false, false]))
  turn("visible")
  expect(await isOpen()).toEqual([true, false])
  stop()
  await vi.waitFor(async () => expect(await isOpen()).toEqual([false, false]))
  turn("visible")
  expect(await isOpen()).toEqual([false, false])
})
