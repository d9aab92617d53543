import { readFile } from "node:fs/promises"

import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import type { Benchmark } from "./benchmark.ts"
import { benchmarks } from "./isolated.ts"
import { Record, record } from "./record.ts"

it("finds every benchmark by its file, each with a title that matches the file's name", async () => {
  const names = await benchmarks()
  expect(names).toContain("client-call")
  for (const name of names) {
    const { benchmark }: { readonly benchmark: Benchmark } = await import(`./benchmarks/${name}.ts`)
    expect(benchmark.title).toBe(name.replaceAll("-", " "))
    expect(await readFile(new URL("../README.md", import.meta.url), "utf8")).toContain(`\`${name}\``)
  }
})

it("reads the record that the server answers with", () => {
  expect(Schema.decodeUnknownSync(Record)(JSON.parse(JSON.stringify(record)))).toEqual(record)
})
