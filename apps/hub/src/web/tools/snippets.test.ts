import { execFileSync } from "node:child_process"

import { expect, it } from "vitest"

import { unknownIn } from "../../cli/input/variables.ts"
import { cli, code, mcp } from "./snippets.ts"

const call = {
  tool: "codehost_create_issue",
  input: { title: "It's $HOME `x`" },
  account: "a'b",
  origin: "http://127.0.0.1:4670"
}

it("is read by a shell as it is meant, whatever the input holds", () => {
  const args = execFileSync("sh", ["-c", cli(call).replace(/^inlay/, String.raw`printf '%s\n'`)], { encoding: "utf8" })
  expect(args.split("\n")).toEqual(["run", call.tool, "--input", JSON.stringify(call.input), "--account", "a'b", ""])
})

it("is a call of MCP with the account among its arguments", () => {
  expect(JSON.parse(mcp(call))).toEqual({
    method: "tools/call",
    params: { name: call.tool, arguments: { ...call.input, account: "a'b" } }
  })
})

it("is a request that names no token", () => {
  expect(code(call)).toContain('"http://127.0.0.1:4670/api/tools/codehost_create_issue/runs"')
})

it("names a variable that no command refuses", () => {
  const [, name = ""] = /process\.env\.(\w+)/.exec(code(call)) ?? []
  expect(name).not.toBe("")
  expect(unknownIn({ [name]: "x" })).toEqual([])
})
