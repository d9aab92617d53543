import { numbers, pick } from "@inlay/core-http/testing/fuzz"
import { expect, it } from "vitest"

import { csvLine, extendedCsvLine } from "./csv.ts"

/** Parses RFC 4180 rows, independently of the code that wrote them. */
const parse = (text: string): Array<Array<string>> => {
  const rows: Array<Array<string>> = []
  let at = 0
  while (at < text.length) {
    const row: Array<string> = []
    for (;;) {
      let cell = ""
      if (text[at] === '"') {
        at++
        while (text[at] !== '"' || text[at + 1] === '"') {
          if (at >= text.length) throw new Error("a quoted cell does not end")
          if (text[at] === '"') at++
          cell += text[at++]
        }
        at++
      } else while (at < text.length && text[at] !== "," && text[at] !== "\n") cell += text[at++]
      row.push(cell)
      if (text[at++] !== ",") break
    }
    rows.push(row)
  }
  return rows
}

const ROWS = Number(process.env["INLAY_FUZZ"] ?? 1_000)

const PIECES = [
  "a",
  " ",
  ",",
  '"',
  "\n",
  "\r\n",
  "\t",
  "=",
  "+",
  "-",
  "@",
  "'",
  "0",
  "1.5",
  "é",
  "語",
  "\u00A0",
  "😀",
  ";"
]

it("any cells are read back unchanged, except formulas", () => {
  const next = numbers(4180)
  const text = () => Array.from({ length: next(6) }, () => pick(next, PIECES)).join("")
  for (let round = 0; round < ROWS; round++) {
    const rows = Array.from({ length: 1 + next(3) }, () => Array.from({ length: 1 + next(4) }, text))
    const read = parse(rows.map(csvLine).join(""))
    expect(read).toHaveLength(rows.length)
    for (const [at, row] of rows.entries()) {
      expect(read[at]?.map((cell, n) => (cell === `'${row[n]}` ? row[n] : cell))).toEqual(row)
      for (const cell of read[at] ?? []) expect(cell).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/)
    }
  }
})

it.each([
  [["=1+1", "+61 2", "-x", "@a", "\tx"], "'=1+1,'+61 2,'-x,'@a,'\tx\n"],
  [["-5", "-0.25", -5, 1e21], "-5,-0.25,-5,1e+21\n"],
  [["- 5", "-5,1", "--1"], "'- 5,\"'-5,1\",'--1\n"],
  [[true, null, undefined, ""], "true,,,\n"],
  [[""], '""\n'],
  [['say "yes"', "a,b", " padded "], '"say ""yes""","a,b"," padded "\n']
])("%j", (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

it("leaves the user's own cells unchanged, and guards added cells", () => {
  expect(extendedCsvLine(["=1+1", "a,b"], ["=2+2", null, 3], ",")).toBe(`=1+1,"a,b",'=2+2,,3\n`)
})

it("quotes the delimiter of the user's own file", () => {
  expect(extendedCsvLine(["a;b", "c\td"], [1, "e;f"], ";")).toBe('"a;b";c\td;1;"e;f"\n')
  expect(extendedCsvLine(["a;b", "c\td"], [1], "\t")).toBe('a;b\t"c\td"\t1\n')
})
