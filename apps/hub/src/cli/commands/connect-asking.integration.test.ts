/** `inlay connect` without arguments: its questions at a terminal, and its error if there is nobody to ask. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"

import { expect, it } from "vitest"

import { main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { commandJson } from "../../testing/threads/command.ts"

const directory = temporaryDirectories()
/** `script` gives a program a terminal. */
const hasTerminal = spawnSync("script", ["--version"]).status === 0

it("without somebody to ask says which plugins there are", async () => {
  const { json, code } = await commandJson<ErrorDocument>(["connect"], { env: { INLAY_DATA: directory() } })
  expect([code, json.error.reason]).toEqual([2, "Invalid"])
  expect(json.error.message).toContain("<plugin> is required: analytics, codehost, salesdata")
})

it.runIf(hasTerminal)(
  "at a terminal offers the plugins, asks a wrong answer again, and goes on from there",
  async () => {
    const data = directory()
    const line = `"${process.execPath}" "${main}" connect --no-check`
    const terminal = spawn("script", ["-qec", line, "/dev/null"], {
      env: environment({ INLAY_DATA: data, TERM: "xterm" })
    })
    const answers: Array<readonly [asked: RegExp, answer: string]> = [
      [/3 {2}Sales data \(salesdata\)[\s\S]*What to connect[\s\S]*> $/, "9"],
      [/What to connect must be 1 to 3\.[\s\S]*> $/, "2"],
      [/How to connect[\s\S]*> $/, "1"],
      [/Access token[\s\S]*> $/, "a-token-that-is-typed"],
      [/\[y\/N\] $/, "n"]
    ]
    let screen = ""
    let all = ""
    terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
      screen += text
      all += text
      const [asked, answer] = answers[0] ?? []
      // Colours and cursor movements are not part of the question.
      // oxlint-disable-next-line no-control-regex
      if (asked === undefined || !asked.test(screen.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, ""))) return
      answers.shift()
      screen = ""
      terminal.stdin.write(`${String(answer)}\r`)
    })
    const [code] = (await once(terminal, "close")) as [number]
    expect([code, answers]).toEqual([0, []])
    expect(all).not.toContain("a-token-that-is-typed")
    const { json } = await commandJson(["accounts"], { env: { INLAY_DATA: data } })
    expect(json).toMatchObject([{ plugin: "codehost", name: "main", secrets: ["token"] }])
  }
)
