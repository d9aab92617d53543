// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { failure, hubProblem, NOW, OTHERS, PAGE, SHOP, siteWorker } from "../../../tests/samples/site.ts"
import { section } from "../feature.ts"
import { lastOwnProperties } from "../own-properties.ts"
import { useSite } from "./use-site.ts"

const ELSEWHERE = "https://nobody.example/"

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it("the failure of one of several accounts hides no sites: its last known ones stay, and others are unknown", async () => {
  const worker = siteWorker({ accounts: ["hub:other", "hub:site"] })
  const open = async () => {
    const { result, unmount } = renderHook(() => useSite({ address: PAGE, send: worker.send }))
    await waitFor(() => expect(result.current.state).toMatchObject({ at: "property", property: SHOP }))
    unmount()
  }
  worker.answers.listOf = (account) => (account === "hub:site" ? [SHOP] : [OTHERS])
  await open()
  expect(section.applies(ELSEWHERE)).toBeUndefined()
  vi.setSystemTime(NOW + 90_000_000)
  worker.answers.listOf = (account) => (account === "hub:site" ? failure({ reason: "Unavailable" }) : [OTHERS])
  await open()
  expect([section.applies(PAGE), section.applies(ELSEWHERE)]).toEqual(["subject", "beside"])
  vi.setSystemTime(NOW + 90_700_000)
  expect(section.applies(PAGE)).toBe("beside")
})

it("nothing of a hub's properties stays once no hub is paired any more", async () => {
  const worker = siteWorker()
  const open = () => renderHook(() => useSite({ address: PAGE, send: worker.send })).result
  const paired = open()
  await waitFor(() => expect(paired.current.state).toMatchObject({ at: "property", property: SHOP }))
  vi.setSystemTime(NOW + 90_000_000)
  worker.answers.accounts = hubProblem("notPaired")
  const unpaired = open()
  await waitFor(() => expect(unpaired.current.state).toEqual({ at: "none", why: "" }))
  expect(lastOwnProperties()).toEqual([])
})
