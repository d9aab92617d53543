// Damaged messages are read as JSON or refused with an error, and the next message is still read.
import { damaged, numbers, pick, randomJson } from "@inlay/core-http/testing/fuzz"
import { expect, it } from "vitest"

import { makeReader } from "./stdio-messages.ts"

/** `pnpm test:full` sets `INLAY_FUZZ` to ten times as many. */
const INPUTS = Number(process.env["INLAY_FUZZ"] ?? 3_000)
const WORDS = "jsonrpc 2.0 id method params name arguments tools/call tools/list initialize error result".split(" ")

const GREETING = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'

const messageOf = (next: ReturnType<typeof numbers>): string => {
  const params = randomJson(next, WORDS)
  const id = pick(next, [1, "a", null, -1, 1.5, [], {}])
  const method = pick(next, [...WORDS, 1, null])
  const text = JSON.stringify(next(4) === 0 ? params : { jsonrpc: "2.0", id, method, params })
  return damaged(next, text ?? "null").replaceAll("\n", " ")
}

it("every line is a message or is refused, in order", { timeout: 120_000 }, () => {
  const next = numbers(4)
  const lines = [GREETING, ...Array.from({ length: INPUTS }, () => messageOf(next))]
  const bytes = Buffer.from(`${lines.join("\n")}\n`)
  const chunks: Array<Uint8Array> = []
  for (let at = 0; at < bytes.length;) {
    const size = 1 + next(60_000)
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  const read = chunks.flatMap(makeReader())
  const expectedLines = lines.filter((line) => line.trim() !== "")
  expect(read).toHaveLength(expectedLines.length)
  const messages = read.flatMap((one, n) => ("value" in one ? [[one.value, expectedLines[n]] as const] : []))
  expect(messages.length).toBeGreaterThan(INPUTS / 20)
  // The messages are in order, and each invalid line was refused once.
  for (const [value, line] of messages) expect(value).toEqual(JSON.parse(line ?? ""))
  for (const one of read) if ("error" in one) expect(one.error).toMatchObject({ code: expect.any(Number) })
})
