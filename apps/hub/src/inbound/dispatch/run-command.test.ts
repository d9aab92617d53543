import { execFile } from "node:child_process"
import { promisify } from "node:util"

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { runCommand, typedCommand } from "./run-command.ts"

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const nothing = { stdin: "", variables: {} }

describe("a command", () => {
  it("gets its input and variables, and gives its end and what it printed", async () => {
    const command = typedCommand(`read -r line; echo "$line $WORD"; exit 3`)
    const ran = await Effect.runPromise(runCommand(command, { stdin: "$(id)\n", variables: { WORD: "`id`" } }))
    expect(ran).toMatchObject({ code: 3, output: "$(id) `id`\n" })
  })

  it("may end without reading, and may not be there", async () => {
    const long = "x".repeat(1_000_000)
    expect(await Effect.runPromise(runCommand(typedCommand("true"), { ...nothing, stdin: long }))).toMatchObject({
      code: 0
    })
    const missing = await Effect.runPromise(runCommand({ file: "/no/such/program", args: [] }, nothing))
    expect(missing.code).toBeUndefined()
    expect(missing.output).toMatch(/^It cannot be started: /)
  })

  it("that the system refuses at once cannot be started, either", async () => {
    const ran = await Effect.runPromise(runCommand({ file: "/bin/echo", args: ["x".repeat(1_000_000)] }, nothing))
    expect(ran).toMatchObject({ code: undefined, output: "It cannot be started: spawn E2BIG" })
  })

  it("that a signal ended has the code that shells give it", async () => {
    expect(await Effect.runPromise(runCommand(typedCommand("kill -9 $$"), nothing))).toMatchObject({ code: 137 })
  })

  it("does not keep the program that started it because of what it leaves in the background", async () => {
    const program = `import * as Effect from "effect/Effect"
      import { runCommand, typedCommand } from ${JSON.stringify(import.meta.resolve("./run-command.ts"))}
      const { output } = await Effect.runPromise(runCommand(typedCommand("sleep 60 & echo $!"), { stdin: "", variables: {} }))
      console.log(output)`
    const args = ["--input-type=module", "--eval", program]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname, timeout: 30_000 })
    process.kill(Number(stdout), "SIGKILL")
  }, 40_000)

  it("that takes too long is ended, with what it started", async () => {
    let output = ""
    const ran = await Effect.runPromise(
      runCommand(typedCommand("sleep 60 & echo $!; wait"), {
        ...nothing,
        timeLimit: Duration.millis(700),
        show: (text) => void (output += text)
      })
    )
    expect(ran).toMatchObject({ code: undefined, output: "It did not end within 0.7 seconds and was stopped." })
    const pid = Number(output.trim())
    expect(pid).toBeGreaterThan(1)
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  })

  it("that takes too long is ended, with what it started that ignores the request to end", async () => {
    let output = ""
    await Effect.runPromise(
      runCommand(typedCommand(`(trap "" TERM; while true; do sleep 1; done) & echo $!; wait`), {
        ...nothing,
        timeLimit: Duration.millis(300),
        show: (text) => void (output += text)
      })
    )
    await expect.poll(() => isAlive(Number(output.trim())), { timeout: 10_000 }).toBe(false)
  })

  it("has ended when it ends: what it leaves in the background runs on, and prints on", async () => {
    let output = ""
    const ran = await Effect.runPromise(
      runCommand(typedCommand("echo before; (sleep 2; echo later; echo $$; exec sleep 60) & exit 0"), {
        ...nothing,
        timeLimit: Duration.seconds(5),
        show: (text) => void (output += text)
      })
    )
    expect(ran).toMatchObject({ code: 0, output: "before\n" })
    await expect.poll(() => output, { timeout: 10_000 }).toMatch(/^before\nlater\n\d+\n$/)
    process.kill(-Number(output.trim().split("\n").at(-1)), "SIGKILL")
  })

  it("that takes too long is not waited for because of a process that it detached", async () => {
    const program = `const child = require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "inherit" })
      console.log(child.pid)`
    let output = ""
    const ran = await Effect.runPromise(
      runCommand(
        { file: process.execPath, args: ["-e", program] },
        { ...nothing, timeLimit: Duration.seconds(1), show: (text) => void (output += text) }
      )
    )
    expect(ran.code).toBeUndefined()
    expect(ran.durationMillis).toBeLessThan(10_000)
    process.kill(Number(output), "SIGKILL")
  }, 20_000)

  it("shows no more than the end of a long output", async () => {
    const ran = await Effect.runPromise(runCommand(typedCommand("seq 100000"), nothing))
    expect(ran.output.length).toBeLessThanOrEqual(4_000)
    expect(ran.output).toMatch(/\n100000\n$/)
  })
})
