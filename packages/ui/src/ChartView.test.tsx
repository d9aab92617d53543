// @vitest-environment happy-dom
import type { CardChart } from "@inlay/agent-plugin/Card"
import { render, screen } from "@testing-library/preact"
import { expect, it } from "vitest"

import { ChartView } from "./ChartView.tsx"

const chart: CardChart = {
  kind: "line",
  x: ["1 Nov", "2 Nov", "3 Nov"],
  series: [{ label: "Sessions", values: [10, null, -5] }],
  unit: "sessions",
  text: "Sessions fell from 10 to -5."
}

it("draws one bar per figure, to scale from zero, and describes them in text", () => {
  const { container } = render(<ChartView chart={chart} />)
  expect(screen.getByRole("img", { name: chart.text })).toBeTruthy()
  expect(container.querySelector("figcaption")?.textContent).toBe(chart.text)
  const bars = [...container.querySelectorAll("rect")]
  expect(bars.map((bar) => [bar.getAttribute("y"), bar.getAttribute("height")])).toEqual([
    ["0", "64"],
    ["64", "32"]
  ])
  expect(bars[0]?.querySelector("title")?.textContent).toBe("1 Nov: 10 sessions (Sessions)")
  expect(container.querySelector(".chart-axis")?.textContent).toBe("1 Nov3 Nov")
})

it("draws bars from zero, also if all figures are above or below it, and those of one place side by side", () => {
  const barsOf = (...values: ReadonlyArray<ReadonlyArray<number>>) => {
    const series = values.map((of, n) => ({ label: `Series ${n}`, values: of }))
    const { container } = render(<ChartView chart={{ ...chart, x: ["1 Nov", "2 Nov"], series }} />)
    const ofBar = (name: string) => [...container.querySelectorAll("rect")].map((bar) => Number(bar.getAttribute(name)))
    return { x: ofBar("x"), width: ofBar("width"), y: ofBar("y"), height: ofBar("height") }
  }
  expect(barsOf([10, 5])).toMatchObject({ y: [0, 48], height: [96, 48] })
  expect(barsOf([-10, -5])).toMatchObject({ y: [0, 0], height: [96, 48] })
  // One place after the other within a series, and the series beside one another within a place.
  const { x, width } = barsOf([1, 2], [3, 4])
  expect([x[0], x[2], x[1], x[3]]).toEqual([52, 80, 212, 240])
  expect(width).toEqual([28, 28, 28, 28])
})

it("draws nothing for values that are not numbers", () => {
  const nothing = { ...chart, x: [], series: [{ label: "Sessions", values: [Number.NaN] }] }
  const { container } = render(<ChartView chart={nothing} />)
  expect(container.querySelectorAll("rect")).toHaveLength(0)
})

it("names its series if there are several, and draws zero if there are negative figures", () => {
  const two = { ...chart, series: [...chart.series, { label: "Before", values: [1, 2, 3] }] }
  const { container } = render(<ChartView chart={two} />)
  expect([...container.querySelectorAll(".chart-legend li")].map((item) => item.textContent)).toEqual([
    "Sessions",
    "Before"
  ])
  const looksOf = (parts: string) => [
    ...new Set([...container.querySelectorAll(parts)].map((part) => part.classList[0]))
  ]
  expect(looksOf("rect")).toEqual(["series-0", "series-1"])
  expect(looksOf(".chart-legend li")).toEqual(looksOf("rect"))
  expect(container.querySelector(".zero")?.getAttribute("y1")).toBe("64")
})
