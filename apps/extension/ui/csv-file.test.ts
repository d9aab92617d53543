import { expect, it } from "vitest"

import { csvFile } from "./csv-file.ts"

const rows = [
  ["Name", "Users"],
  ["Zoë; Ltd", 5],
  ["=1+1", 0]
]

it.each([
  ["en-AU", "\uFEFFName,Users\nZoë; Ltd,5\n'=1+1,0\n"],
  // German spreadsheets would show the whole line in one cell.
  ["de", '\uFEFFName;Users\n"Zoë; Ltd";5\n\'=1+1;0\n'],
  ["fr", '\uFEFFName;Users\n"Zoë; Ltd";5\n\'=1+1;0\n'],
  ["ar-EG", '\uFEFFName;Users\n"Zoë; Ltd";5\n\'=1+1;0\n']
])("opens in columns in a spreadsheet of %s, and runs no formula", (locale, file) => {
  expect(csvFile(rows, locale)).toBe(file)
})
