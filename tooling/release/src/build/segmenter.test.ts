import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

import { expect, it } from "vitest"

import { whenUsed } from "./segmenter.ts"

it("finds the segmenter in Effect's module, and defers it", () => {
  const file = fileURLToPath(import.meta.resolve("effect/cli/CliOutput"))
  const code = whenUsed(readFileSync(file, "utf8"))
  expect(code).toMatch(/segment: \(text\) => \(madeSegmenter \?\?= new Intl\.Segmenter\(/)
  expect(code.match(/new Intl\.Segmenter/g)).toHaveLength(1)
})

it("fails if there is no segmenter, rather than leaving the code unchanged", () => {
  expect(() => whenUsed("const graphemeSegmenter = other()")).toThrow(/does not create its segmenter/)
})
