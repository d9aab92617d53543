import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect, it } from "vitest"

import { zip } from "./zip.ts"

const entries = [
  { path: "b/two.txt", data: Buffer.from("two ".repeat(1000)) },
  { path: "a.txt", data: Buffer.from("one") },
  { path: "ä.txt", data: Buffer.alloc(0) }
]

it("is the same for the same files, in whatever order they come", () => {
  expect(zip(entries).equals(zip(entries.toReversed()))).toBe(true)
  expect(zip(entries).equals(zip([{ path: "a.txt", data: Buffer.from("One") }]))).toBe(false)
})

it("is read by Python's reader as it was written", () => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-zip-"))
  const path = join(folder, "it.zip")
  writeFileSync(path, zip(entries))
  const script = `import json,sys,zipfile
z=zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename,len(z.read(i)),i.date_time[0]] for i in z.infolist()]))`
  const listed: unknown = JSON.parse(execFileSync("python3", ["-c", script, path], { encoding: "utf8" }))
  rmSync(folder, { recursive: true })
  expect(listed).toEqual([
    ["a.txt", 3, 1980],
    ["b/two.txt", 4000, 1980],
    ["ä.txt", 0, 1980]
  ])
})
