import { spawn } from "node:child_process"
import { once } from "node:events"

import { expect, it } from "vitest"

const unit = JSON.stringify(new URL("./process-end.ts", import.meta.url).href)

/** Runs a program that registers a clean-up, then runs `rest`. Returns its exit code and output. */
const run = async (rest: string, signal?: NodeJS.Signals): Promise<{ code: number | null; said: string }> => {
  const program = `const { atProcessEnd } = await import(${unit})
    const forget = atProcessEnd(() => console.log("cleaned"))
    ${rest}`
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "pipe"] })
  const messages: Array<string> = []
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    messages.push(chunk.trim())
    if (signal !== undefined && chunk.includes("ready")) child.kill(signal)
  })
  await once(child, "close")
  return { code: child.exitCode, said: messages.join(" ") }
}

const wait = `console.log("ready"); setInterval(() => {}, 1000)`

it.each([
  { why: "its end", rest: "", code: 0, said: "cleaned" },
  { why: "an error", rest: `throw new Error("x")`, code: 1, said: "cleaned" },
  { why: "SIGTERM", rest: wait, signal: "SIGTERM", code: 143, said: "ready cleaned" },
  { why: "SIGINT", rest: wait, signal: "SIGINT", code: 130, said: "ready cleaned" },
  {
    why: "a signal the program handles itself",
    rest: `process.on("SIGTERM", () => process.exit(7)); ${wait}`,
    signal: "SIGTERM",
    code: 7,
    said: "ready cleaned"
  },
  { why: "nothing once taken back", rest: "forget()", code: 0, said: "" }
] as const)("cleans up after $why", async ({ rest, code, said, ...more }) => {
  expect(await run(rest, "signal" in more ? more.signal : undefined)).toEqual({ code, said })
})
