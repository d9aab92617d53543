import type { Card, CardChart } from "@inlay/agent-plugin/Card"
import { describe, expect, it } from "vitest"

import { card } from "./card.ts"
import { chart } from "./chart.ts"
import { screenOf, widthOf } from "./Screen.ts"

const screen = { ...screenOf({ isTTY: false }, {}), columns: 40 }

const days: CardChart = {
  kind: "line",
  x: ["1 Nov", "2 Nov", "3 Nov", "4 Nov"],
  series: [
    { label: "Sessions", values: [0, 50, null, 1400] },
    { label: "Users", values: [7, 7, 7, 7] }
  ],
  unit: "visits",
  text: "Sessions grew from 0 to 1,400 in four days."
}

const countries: CardChart = {
  kind: "bar",
  x: ["Australia", "Aotearoa New Zealand, the whole of it", "Nowhere"],
  series: [{ label: "Sessions", values: [100, 50, null] }],
  unit: "sessions",
  text: "Most sessions are Australian."
}

describe("a chart at a terminal", () => {
  it("draws a line as blocks, with its least and most", () => {
    expect(chart(screen, days)).toEqual([
      "Sessions grew from 0 to 1,400 in four\ndays.",
      "Sessions  ▁▁ █  0 to 1,400",
      "Users     ▅▅▅▅  7 to 7",
      "1 Nov to 4 Nov",
      "in visits"
    ])
  })

  it("draws bars to scale", () => {
    const [, ...lines] = chart(screen, countries)
    expect(lines).toEqual([
      "Australia                 █████████  100",
      "Aotearoa New Zealand, t…  ████▌  50",
      "Nowhere                   –",
      "in sessions"
    ])
  })

  it("cuts labels of wide characters to their width, between whole characters", () => {
    const [, ...lines] = chart(screen, {
      ...countries,
      x: ["オーストラリアとニュージーランド", "👩\u200D👩\u200D👧 families, and all the others", "Nowhere"]
    })
    expect(lines.slice(0, 3)).toEqual([
      "オーストラリアとニュー…   █████████  100",
      "👩\u200D👩\u200D👧 families, and all th…  ████▌  50",
      "Nowhere                   –"
    ])
    expect(lines.filter((line) => widthOf(line) > screen.columns)).toEqual([])
  })

  it.each([days, { ...countries, series: [...countries.series, ...countries.series] }])(
    "is never wider than the screen",
    (chartData) => {
      const long = {
        ...chartData,
        series: chartData.series.map((one) => ({ ...one, values: Array(500).fill(12_345.678) }))
      }
      const lines = chart(screen, long).flatMap((line) => line.split("\n"))
      expect(lines.filter((line) => widthOf(line) > screen.columns)).toEqual([])
    }
  )

  it("draws many points as an area above zero, each series on the same scale", () => {
    const weeks: CardChart = {
      kind: "line",
      x: Array.from({ length: 9 }, (_, at) => `2026-11-0${at + 1}`),
      series: [
        { label: "now", values: [0, 10, 20, 30, 40, 50, 60, null, 80] },
        { label: "before", values: Array(9).fill(40) }
      ],
      unit: "",
      text: ""
    }
    expect(chart(screen, weeks)).toEqual([
      "    80 │                        ███",
      "   now │                  ▂▂▂   ███",
      "       │               ▃▃▃███   ███",
      "       │            ▄▄▄██████   ███",
      "       │         ▅▅▅█████████   ███",
      "       │      ▆▆▆████████████   ███",
      "     0 │   ▇▇▇███████████████   ███",
      "    80 │",
      "before │",
      "       │███████████████████████████",
      "     0 │███████████████████████████",
      "        2026-11-01       2026-11-09"
    ])
  })

  it("says that a column is of several points", () => {
    const long: CardChart = {
      kind: "line",
      x: Array.from({ length: 365 }, (_, at) => `day ${at}`),
      series: [{ label: "Sessions", values: Array.from({ length: 365 }, (_, at) => at % 7) }],
      unit: "",
      text: ""
    }
    expect(chart(screen, long).at(-1)).toBe("Each column is the mean of about 9.86 points.")
  })

  it("puts the bars of several series next to each other", () => {
    const compared: CardChart = {
      kind: "bar",
      x: ["Australia", "Fiji"],
      series: [
        { label: "now", values: [100, 50] },
        { label: "before", values: [50, null] }
      ],
      unit: "",
      text: ""
    }
    expect(chart(screen, compared)).toEqual([
      "Australia  now     ████████████████  100",
      "           before  ████████  50",
      "Fiji       now     ████████  50",
      "           before  –"
    ])
  })

  it("says so if there is no figure", () => {
    const empty: CardChart = {
      kind: "line",
      x: [],
      series: [{ label: "Sessions", values: [] }],
      unit: "",
      text: "None."
    }
    expect(chart(screen, empty)).toEqual(["None.", "Sessions    –"])
  })
})

it("a card is its title, its facts and its chart", () => {
  const report: Card = {
    title: "Sessions",
    subtitle: "properties/1",
    notices: [{ tone: "warning", text: "Sampled." }],
    sections: [{ title: "", rows: [{ label: "Total", value: "1450", kind: "number", source: "" }] }],
    chart: countries,
    fetchedAt: "2026-11-22T00:00:00Z",
    fromCache: false
  }
  expect(card(screen, report)).toBe(
    ["Sessions", "properties/1", "Sampled.", "", "Total  1,450", "", ...chart(screen, countries)].join("\n")
  )
})

it("the first lines of a card wrap between words", () => {
  const subtitle = "properties/320101 · 28daysAgo..yesterday · 28 rows"
  const report: Card = { title: "Sessions", subtitle, notices: [], sections: [], fetchedAt: "", fromCache: false }
  expect(card(screen, report)).toBe("Sessions\nproperties/320101 · 28daysAgo..yesterday\n· 28 rows")
})
