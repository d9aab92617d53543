/** Runs the packages on one version of Node: the project's programs, the READMEs, and the `inlay` command. */
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { withAccount, type Session } from "../readme/examples.ts"
import { play } from "../readme/session.ts"
import { run } from "../run.ts"
import { startSandbox, type Sandbox } from "../sandbox.ts"
import type { Manifest } from "../workspace.ts"
import type { ReadmeProgram } from "./consumer.ts"
import type { Node } from "./nodes.ts"

/** Works with the packed sandbox, which runs as a server on this version of Node meanwhile. */
export const withSandbox = async <A>(
  { path }: Node,
  folder: string,
  work: (sandbox: Sandbox) => Promise<A>
): Promise<A> => {
  const sandbox = await startSandbox(path, ["sandbox.ts"], folder)
  try {
    return await work(sandbox)
  } finally {
    await sandbox.close()
  }
}

export const runProgram = async ({ path }: Node, folder: string, file: string, sandbox: Sandbox): Promise<void> => {
  const env = { PATH: process.env["PATH"], ...sandbox.env, PERSON: JSON.stringify(sandbox.person) }
  await run(path, [file], { cwd: folder, env })
}

export const runReadme = async (
  { path }: Node,
  folder: string,
  { file, code, prints }: ReadmeProgram,
  sandbox: Sandbox
): Promise<void> => {
  writeFileSync(join(folder, file), withAccount(code, sandbox))
  const output = (await run(path, [file], { cwd: folder })).trim()
  if (output !== prints) throw new Error(`prints:\n${output}\nbut its comments say:\n${prints}`)
}

/** Resolves the command that npm has linked to its file. */
const commandFile = (folder: string, name: string): string => {
  const link = join(folder, "node_modules/.bin", name)
  if (!existsSync(link)) throw new Error(`npm did not link a command ${name}.`)
  return realpathSync(link)
}

export const playSession = async (
  { path }: Node,
  folder: string,
  { bin = {} }: Manifest,
  session: Session,
  sandbox: Sandbox
): Promise<void> => {
  const home = mkdtempSync(join(tmpdir(), "inlay-session-"))
  const programs = Object.fromEntries(Object.keys(bin).map((name) => [name, [path, commandFile(folder, name)]]))
  try {
    const transcript = await play(session, programs, sandbox.env, home)
    for (const [i, { command, output }] of session.commands.entries()) {
      const actual = transcript[i]?.output ?? ""
      if (actual !== output) throw new Error(`${command} prints:\n${actual}\nbut its README says:\n${output}`)
    }
  } finally {
    rmSync(home, { recursive: true })
  }
}

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "release-check", version: "1" }
}
const messages = [
  { jsonrpc: "2.0", id: 1, method: "initialize", params: initialize },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" }
]

/** Asks the installed MCP server for its tools, and returns how many it lists. */
export const listTools = async ({ path }: Node, folder: string, sandbox: Sandbox): Promise<number> => {
  const home = mkdtempSync(join(tmpdir(), "inlay-mcp-"))
  const env = { PATH: process.env["PATH"], HOME: home, INLAY_DATA: join(home, "inlay"), ...sandbox.env }
  const stdin = messages.map((message) => `${JSON.stringify(message)}\n`).join("")
  try {
    const output = await run(path, [commandFile(folder, "inlay"), "mcp"], { cwd: folder, env, stdin })
    const answers = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    const tools: unknown = answers.find(({ id }) => id === 2)?.result?.tools
    if (!Array.isArray(tools) || tools.length === 0) throw new Error(`no tools in ${output}`)
    return tools.length
  } finally {
    rmSync(home, { recursive: true })
  }
}
