// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { usePages, type PageOf } from "./pages.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Filter = Readonly<Record<string, string>>

/** Shows a list whose pages arrive when the test answers them. */
const open = () => {
  const requests: Array<{ readonly query: URLSearchParams; readonly answer: (page: PageOf<string>) => Promise<void> }> =
    []
  vi.stubGlobal(
    "fetch",
    (path: string) =>
      new Promise((resolve) => {
        requests.push({
          query: new URL(path, "http://hub.example").searchParams,
          answer: (page) =>
            act(async () => {
              resolve(Response.json(page))
              await new Promise((done) => setTimeout(done, 20))
            })
        })
      })
  )
  const hook = renderHook(({ filter }: { filter: Filter }) => usePages<string>("/api/runs", filter), {
    initialProps: { filter: { outcome: "" } }
  })
  return { requests, hook }
}

it("shows no older page of an earlier filter, however late it arrives", async () => {
  const { requests, hook } = open()
  await requests[0]?.answer({ items: ["a"], next: "older" })
  await act(() => hook.result.current.more())
  expect(requests[1]?.query.get("cursor")).toBe("older")
  expect(hook.result.current.isMore).toBe(true)
  hook.rerender({ filter: { outcome: "failed" } })
  await requests[2]?.answer({ items: ["b"] })
  await requests[1]?.answer({ items: ["z"] })
  expect(hook.result.current.page).toEqual({ items: ["b"] })
  expect(hook.result.current.isMore).toBe(false)
})

it("shows the list as it is loaded again, however late an older page arrives", async () => {
  const { requests, hook } = open()
  await requests[0]?.answer({ items: ["a"], next: "older" })
  await act(() => hook.result.current.more())
  await act(() => hook.result.current.again())
  await requests[2]?.answer({ items: ["new", "a"], next: "older" })
  await requests[1]?.answer({ items: ["z"] })
  expect(hook.result.current.page?.items).toEqual(["new", "a"])
})

it("is read again when its user comes back, unless more of it was opened", async () => {
  const { requests, hook } = open()
  const comeBack = () => act(() => void document.dispatchEvent(new Event("visibilitychange")))
  await requests[0]?.answer({ items: ["a"], next: "older" })
  await comeBack()
  expect(hook.result.current).toMatchObject({ page: { items: ["a"] }, isMore: false })
  await requests[1]?.answer({ items: ["new", "a"], next: "older" })
  expect(hook.result.current.page?.items).toEqual(["new", "a"])
  await act(() => hook.result.current.more())
  await requests[2]?.answer({ items: Array.from({ length: 25 }, (_, n) => `older ${n}`) })
  await comeBack()
  expect(requests).toHaveLength(3)
})
