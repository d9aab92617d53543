// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { useLoaded } from "./loading.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it("is read again when its user comes back, and stays if that fails", async () => {
  const fetch = vi.fn<() => Promise<Response>>()
  vi.stubGlobal("fetch", fetch)
  const visibility = vi.spyOn(document, "visibilityState", "get")
  const turnTo = (state: DocumentVisibilityState) =>
    act(async () => {
      visibility.mockReturnValue(state)
      document.dispatchEvent(new Event("visibilitychange"))
      await new Promise((done) => setTimeout(done, 20))
    })
  fetch.mockResolvedValueOnce(Response.json(["main"]))
  const { result } = renderHook(() => useLoaded<ReadonlyArray<string>>("/api/accounts"))
  await vi.waitFor(() => expect(result.current[0]).toEqual({ state: "ready", value: ["main"] }))

  await turnTo("hidden")
  expect(fetch).toHaveBeenCalledTimes(1)
  fetch.mockResolvedValueOnce(Response.json(["main", "other"]))
  await turnTo("visible")
  expect(result.current[0]).toEqual({ state: "ready", value: ["main", "other"] })
  fetch.mockRejectedValueOnce(new TypeError("offline"))
  await turnTo("visible")
  expect(result.current[0]).toEqual({ state: "ready", value: ["main", "other"] })
})

it("is read again once when its user comes back from a window beside it, or from another tab", async () => {
  const fetch = vi.fn(async () => Response.json([]))
  vi.stubGlobal("fetch", fetch)
  const { unmount } = renderHook(() => useLoaded<ReadonlyArray<string>>("/api/accounts"))
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
  dispatchEvent(new Event("focus"))
  expect(fetch).toHaveBeenCalledTimes(1)
  dispatchEvent(new Event("blur"))
  dispatchEvent(new Event("focus"))
  expect(fetch).toHaveBeenCalledTimes(2)
  dispatchEvent(new Event("blur"))
  document.dispatchEvent(new Event("visibilitychange"))
  dispatchEvent(new Event("focus"))
  expect(fetch).toHaveBeenCalledTimes(3)
  await act(async () => unmount())
  dispatchEvent(new Event("blur"))
  dispatchEvent(new Event("focus"))
  expect(fetch).toHaveBeenCalledTimes(3)
})
