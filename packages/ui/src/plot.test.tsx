// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/preact"
import { render as renderAlone } from "preact"
import type UPlot from "uplot"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { usePlot } from "./plot.ts"

const scheme = new EventTarget()

beforeEach(() => vi.stubGlobal("matchMedia", () => scheme))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The charts that are drawn now, by what they show. */
const drawn: Array<string> = []
let drawings = 0

const Chart = ({ data }: { readonly data: string }) => {
  const box = usePlot(() => {
    drawn.push(data)
    drawings += 1
    return { destroy: () => drawn.splice(drawn.indexOf(data), 1) } as unknown as UPlot
  }, data)
  return <div ref={box} />
}

it("draws one chart, of the data that it has now, in the colours that the system has now", async () => {
  const { rerender, unmount } = render(<Chart data="week" />)
  expect(drawn).toEqual(["week"])
  rerender(<Chart data="month" />)
  expect(drawn).toEqual(["month"])
  scheme.dispatchEvent(new Event("change"))
  expect([drawn, drawings]).toEqual([["month"], 3])
  unmount()
  await vi.waitFor(() => expect(drawn).toEqual([]))
  scheme.dispatchEvent(new Event("change"))
  expect(drawn).toEqual([])
})

it("is drawn before the page is painted, so that nothing moves a frame later", () => {
  const root = document.createElement("div")
  // Without waiting for effects, which run after that.
  renderAlone(<Chart data="week" />, root)
  expect(drawn).toEqual(["week"])
  renderAlone(null, root)
})
