import { closeSync, fstatSync, openSync } from "node:fs"

import { expect, it } from "vitest"

import { isJournal } from "./journal.ts"

it("output is the journal's if systemd says so of this very file, and not of one that it was redirected to", () => {
  const descriptor = openSync(import.meta.filename, "r")
  const { dev, ino } = fstatSync(descriptor)
  expect(isJournal({ JOURNAL_STREAM: `${dev}:${ino}` }, descriptor)).toBe(true)
  expect(isJournal({ JOURNAL_STREAM: `${dev}:${ino + 1}` }, descriptor)).toBe(false)
  expect(isJournal({}, descriptor)).toBe(false)
  closeSync(descriptor)
})
