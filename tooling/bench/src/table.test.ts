import { expect, it } from "vitest"

import { number, text } from "./table.ts"

it.each([
  [0, "0"],
  [0.001, "0"],
  [0.954, "0.95"],
  [-1.234, "-1.23"],
  [42.26, "42.3"],
  [432.4, "432"],
  [27_723, "27,723"]
])("writes %d as %s", (value, expected) => {
  expect(number(value)).toBe(expected)
})

it("draws measures by setting, then figures with what is wanted of them", () => {
  const drawn = text("client call", {
    conditions: "a GET",
    measures: [
      { setting: "alone", contender: "ours", values: { "CPU us": 200, "requests/s": 4000 } },
      { setting: "alone", contender: "peer", values: { "CPU us": 99.5, "requests/s": 8000 } },
      { setting: "together", contender: "ours", values: { "CPU us": 100, "requests/s": 9000 } }
    ],
    figures: [
      { name: "CPU / peer", value: 2, low: 1.9, high: 2.1, wanted: { atMost: 3 } },
      { name: "requests/s", value: 4000, wanted: { atLeast: 5000 } },
      { name: "seen", value: 1 }
    ]
  })
  expect(drawn).toBe(`client call
  a GET

  alone     CPU us  requests/s
    ours       200       4,000
    peer      99.5       8,000
  together  CPU us  requests/s
    ours       100       9,000

              median   quarters    wanted
  CPU / peer    2.00  1.90-2.10   <= 3.00    held
  requests/s   4,000             >= 5,000  MISSED
  seen          1.00
`)
})
