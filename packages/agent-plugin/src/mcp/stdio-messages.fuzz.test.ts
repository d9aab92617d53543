// 100,000 damaged messages: each is handed on as JSON or answered with an error, and the next one is read.
import { damaged, numbers, pick, randomJson } from "@inlay/core-http/testing/fuzz"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { expect, it } from "vitest"

import * as StdioMessages from "./stdio-messages.ts"

/** Ten times as many by `INLAY_FUZZ` in `pnpm test:full`. */
const INPUTS = Number(process.env["INLAY_FUZZ"] ?? 10_000)
const WORDS = "jsonrpc 2.0 id method params name arguments tools/call tools/list initialize error result".split(" ")

const GREETING = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'

const messageOf = (next: ReturnType<typeof numbers>): string => {
  const params = randomJson(next, WORDS)
  const id = pick(next, [1, "a", null, -1, 1.5, [], {}])
  const method = pick(next, [...WORDS, 1, null])
  const text = JSON.stringify(next(4) === 0 ? params : { jsonrpc: "2.0", id, method, params })
  return damaged(next, text ?? "null").replaceAll("\n", " ")
}

it("every line is handed on or answered, in order", { timeout: 120_000 }, async () => {
  const next = numbers(4)
  const lines = [GREETING, ...Array.from({ length: INPUTS }, () => messageOf(next))]
  const bytes = Buffer.from(`${lines.join("\n")}\n`)
  const chunks: Array<Uint8Array> = []
  for (let at = 0; at < bytes.length;) {
    const size = 1 + next(60_000)
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  const answers: Array<string> = []
  const outer = Layer.succeed(
    Stdio.Stdio,
    Stdio.make({
      args: Effect.succeed([]),
      stdin: Stream.fromIterable(chunks),
      stdout: () => Sink.forEach((text) => Effect.sync(() => void answers.push(String(text)))),
      stderr: () => Sink.drain
    })
  )
  const handed = await Effect.runPromise(
    Effect.flatMap(Stdio.Stdio, ({ stdin }) => Stream.runCollect(stdin)).pipe(
      Effect.provide(StdioMessages.layer(() => Effect.undefined).pipe(Layer.provide(outer)))
    )
  )
  const out = Buffer.concat(handed.map((part) => (typeof part === "number" ? Uint8Array.of(part) : part)))
    .toString()
    .split("\n")
    .slice(0, -1)
  // Each in its turn: what was not handed on was answered, once.
  let at = 0
  for (const line of lines) if (line === out[at]) at++
  expect(at).toBe(out.length)
  expect(out.length).toBeGreaterThan(INPUTS / 20)
  expect(out.length + answers.length).toBe(lines.filter((line) => line.trim() !== "").length)
  for (const answer of answers) {
    expect(JSON.parse(answer)).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) } })
  }
})
