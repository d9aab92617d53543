import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { expect, it, onTestFinished } from "vitest"

import { open } from "./connection.ts"
import { migrate } from "./migrate.ts"

it("a step that fails leaves the file as it was, and lets others write to it", () => {
  const directory = mkdtempSync(join(tmpdir(), "inlay-migrate-"))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, "inlay.db")
  using other = new DatabaseSync(file)
  // The first step makes its table before it meets this one.
  other.exec("CREATE TABLE lookups (id INTEGER) STRICT")
  expect(() => open(file, migrate)).toThrow("lookups already exists")
  expect(other.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "lookups" }])
  expect(other.prepare("PRAGMA user_version").get()).toEqual({ user_version: 0 })
  other.exec("DROP TABLE lookups")
  open(file, migrate).close()
})
