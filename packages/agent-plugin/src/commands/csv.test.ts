import { numbers, pick } from "@inlay/core-http/testing/fuzz"
import { expect, it } from "vitest"

import { csvLine, extendedCsvLine, literalCell, safeCell } from "./csv.ts"

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
  ";",
  "|"
]

const SEPARATORS = [",", ";", "\t", "|"]
const FORMULA = /^\0*([=+@＝]|-(?!\d))/

/** Splits a file as a spreadsheet does that expects this separator: a quote counts only where a cell begins. */
const split = (text: string, separator: string): Array<string> => {
  const cells: Array<string> = []
  let at = 0
  while (at < text.length) {
    let cell = ""
    if (text[at] === '"') {
      for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
        if (text[at] === '"') at++
        cell += text[at]
      }
      at++
    }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? "")) cell += text[at++]
    at++
    cells.push(cell)
  }
  return cells
}

it("any cells are read back unchanged, except formulas", () => {
  const next = numbers(4180)
  const text = () => Array.from({ length: next(6) }, () => pick(next, PIECES)).join("")
  for (let round = 0; round < ROWS; round++) {
    const rows = Array.from({ length: 1 + next(3) }, () => Array.from({ length: 1 + next(4) }, text))
    const read = parse(rows.map(csvLine).join(""))
    expect(read).toHaveLength(rows.length)
    for (const [at, row] of rows.entries()) {
      // Only a `'` before the beginning of a formula is added.
      const own = (cell: string | undefined) => cell?.replace(/(^|[;\t|\r\n]"*)'+(?=[=+\-@\t\r\n])/g, "$1")
      expect(read[at]?.map(own)).toEqual(row.map(own))
      for (const cell of read[at] ?? []) expect(cell).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/)
    }
  }
})

it("no cell becomes a formula, at whichever separator a spreadsheet splits the file", () => {
  const next = numbers(59)
  const pieces = [...PIECES, "＝", "\0"]
  const text = () => Array.from({ length: next(8) }, () => pick(next, pieces)).join("")
  for (let round = 0; round < ROWS; round++) {
    const cells = Array.from({ length: 1 + next(4) }, text)
    for (const delimiter of SEPARATORS) {
      const line = delimiter === "," ? csvLine(cells) : extendedCsvLine([], cells, delimiter)
      for (const separator of SEPARATORS) {
        const formula = split(line, separator).find((cell) => FORMULA.test(cell))
        if (formula !== undefined) expect.fail(JSON.stringify({ line, separator, formula }))
      }
    }
  }
})

it.each([
  ["Acme;=1+cmd|' /C calc'!A0", `"Acme;'=1+cmd|' /C calc'!A0"\n`],
  ['Acme;"=1+1;', `"Acme;""'=1+1;"\n`],
  ["Acme\n=1+1;", `"Acme\n'=1+1;"\n`],
  ["a|@b\t-c", `"a|'@b\t'-c"\n`],
  // These are no formulas, or no spreadsheet splits there.
  ["x; +61 2 | a=b", "x; +61 2 | a=b\n"],
  ["-1;-2.5|-3", "'-1;-2.5|-3\n"],
  ["Acme,=1", '"Acme,=1"\n']
])("%j is safe where a spreadsheet splits at another separator", (cell, line) => {
  expect(csvLine([cell])).toBe(line)
})

it.each([
  [["=1+1", "+61 2", "-x", "@a", "\tx"], "'=1+1,'+61 2,'-x,'@a,'\tx\n"],
  [["-5", "-0.25", -5, 1e21], "-5,-0.25,-5,1e+21\n"],
  [["- 5", "-5,1", "--1"], "'- 5,\"'-5,1\",'--1\n"],
  [["＝1+1", "＋61 2", "－x", "＠a", "x;＝1"], "'＝1+1,'＋61 2,'－x,'＠a,\"x;'＝1\"\n"],
  [["\0=1+1", "\0\0@a", "x;\0=1", "x\0=1"], "'\0=1+1,'\0\0@a,\"x;\0'=1\",x\0=1\n"],
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

it("a text that is copied is safe, too, where a spreadsheet splits it at a separator", () => {
  expect(["=1", "a;=1+1", "a|=2", 'a,"=3', "a; b"].map((text) => safeCell(text))).toEqual([
    "'=1",
    "a;'=1+1",
    "a|'=2",
    `a,"'=3`,
    "a; b"
  ])
})

it.each([
  ["0491570156", "'0491570156"],
  // Where numbers are grouped by spaces, as in French.
  ["0491 570 156", "'0491 570 156"],
  ["447911123456", "'447911123456"],
  ["555-0100", "'555-0100"],
  ["555.0100", "'555.0100"],
  ["11-50", "'11-50"],
  ["61491570156", "61491570156"],
  ["02 9999 0000", "02 9999 0000"],
  ["(02) 9999 0000", "(02) 9999 0000"],
  ["0", "0"],
  [250, 250]
])("%j is no number or month in a spreadsheet: %j", (cell, literal) => {
  expect(literalCell(cell)).toBe(literal)
})
