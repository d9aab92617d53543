/** The command line itself: help, version, invalid arguments. No account, no network. */
import { spawnSync } from "node:child_process"
import { closeSync, existsSync, openSync } from "node:fs"

import { describe, expect, it } from "vitest"

import { widthOf } from "../../terminal/Screen.ts"
import { inlay, inlayJson, main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

const newDirectory = temporaryDirectories()

const COMMANDS =
  "tools run triggers deliveries listen mcp serve console tokens accounts connect disconnect charges forget doctor migrate openapi report enrich".split(
    " "
  )
const ESCAPE = "\u001b"

describe.concurrent("help", () => {
  it.each(["", ...COMMANDS])("reads well: inlay %s --help", async (name) => {
    const { code, stdout, stderr } = await command([name, "--help"].filter(Boolean))
    expect([code, stderr]).toEqual([0, ""])
    for (const part of ["Usage\n  inlay", "--json", "--data DIR", "Examples\n"]) expect(stdout).toContain(part)
    expect(stdout).not.toContain(ESCAPE)
    for (const line of stdout.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80)
  })

  it("names every command, also if none is given", async () => {
    const { code, stdout } = await inlay([])
    expect(code).toBe(0)
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} +[A-Z]`, "m"))
    const { json } = await inlayJson<{ commands: ReadonlyArray<{ name: string }> }>([])
    expect(json.commands.map(({ name }) => name)).toEqual(COMMANDS)
  })

  it("loads neither the database, nor the HTTP client, nor the MCP server, nor a plugin", async () => {
    const listing = `process.on("exit", () => console.error(process.moduleLoadList.filter((m) => m.includes("sqlite")).join()))`
    const register = `data:text/javascript,${encodeURIComponent(
      `import { registerHooks } from "node:module"; registerHooks({ load: (url, context, next) => { if (/undici|effect.*\\/ai\\/|\\/sql\\/|\\/packages\\/salesdata\\//.test(url)) console.error(url); return next(url, context) } }); ${listing}`
    )}`
    const { stderr } = await inlay(["--help"], { nodeArgs: ["--import", register] })
    expect(stderr.trim()).toBe("")
  })

  it("gives the version and completions", async () => {
    expect((await inlay(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await inlayJson(["--version"])).json).toMatchObject({ name: "inlay" })
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const { code, stdout } = await command(["--completions", shell])
      expect([code, stdout.includes("doctor")]).toEqual([0, true])
    }
    expect((await inlayJson(["--completions", "bash"])).json).toMatchObject({ shell: "bash" })
  })
})

describe.concurrent("a user without a home directory, such as one of a container that is only a number", () => {
  const homeless = `data:text/javascript,${encodeURIComponent(
    `import os from "node:os"; import { syncBuiltinESMExports } from "node:module"; os.homedir = () => { throw new Error("ENOENT") }; syncBuiltinESMExports()`
  )}`
  const options = (env = {}) => ({
    nodeArgs: ["--import", homeless],
    env: { XDG_CACHE_HOME: "", XDG_DATA_HOME: "", ...env }
  })

  it("runs every command, given a data directory", async () => {
    expect((await inlay(["--help"], options())).code).toBe(0)
    const INLAY_DATA = newDirectory()
    const { code, stderr } = await inlay(["tokens", "create", "ci"], options({ INLAY_DATA }))
    expect([code, stderr]).toEqual([0, ""])
  })

  it("is asked for one", async () => {
    const { code, json } = await inlayJson<ErrorDocument>(["tokens"], options())
    expect([code, json.error.message]).toEqual([2, expect.stringContaining("--data or INLAY_DATA is required")])
  })
})

describe.concurrent("wrong arguments", () => {
  it.each([
    ["an unknown command", ["rum"], "NotFound", /no command rum; did you mean run\?/],
    ["an unknown flag", ["tools", "--colour"], "Invalid", /--colour is not a flag/],
    ["a misspelt flag", ["run", "x", "--feilds", "a"], "Invalid", /^--feilds .* command; the nearest: --fields\. /],
    ["a misspelt flag of every command", ["tools", "--jsno"], "Invalid", /^--jsno .* command; the nearest: --json\. /],
    [
      "a misspelt flag with a value before the command",
      ["--databse", "postgres://localhost/inlay", "tools"],
      "Invalid",
      /^--databse is not a flag of this command; the nearest: --database/
    ],
    ["a missing argument", ["run"], "Invalid", /tool-id is required/],
    ["a value missing", ["run", "x", "--timeout"], "Invalid", /--timeout needs a value/],
    ["no number", ["run", "x", "--timeout", "soon"], "Invalid", /^--timeout must be a number, not “soon”/],
    ["no choice", ["run", "x", "--output", "xml"], "Invalid", /^--output must be table, json, jsonl or csv, not “xml”/],
    ["no port", ["serve", "--port", "99999"], "Invalid", /^--port must be a port from 0 .* to 65535, not “99999”/],
    [
      "no days",
      ["tokens", "create", "x", "--expires-in-days", "0"],
      "Invalid",
      /^--expires-in-days must be a number of days above 0 and up to 3650, not “0”/
    ],
    ["a flag twice", ["run", "x", "--timeout", "1", "--timeout", "2"], "Invalid", /^--timeout takes at most 1 value/],
    ["nothing to erase", ["forget"], "Invalid", /^identifier is required/],
    ["no plugin, and nobody to ask", ["connect"], "Invalid", /^<plugin> is required: .*codehost/],
    ["neither of two flags", ["charges", "settle", "abc"], "Invalid", /^--charged or --not-charged must be given/],
    ["no file for a list", ["enrich", "/dev/null"], "Invalid", /^--out is required/],
    ["no repository", ["listen", "codehost_new_issue"], "Invalid", /^--repo OWNER\/NAME is required\. /],
    [
      "no repository to test at",
      ["triggers", "test", "codehost_new_issue"],
      "Invalid",
      /^--repo OWNER\/NAME is required\. /
    ],
    [
      "an unknown filter",
      ["listen", "codehost_new_issue", "--repo", "a/b", "--filter", "bogus=1"],
      "Invalid",
      /^--filter bogus is not a filter of this trigger; the nearest are actor, label/
    ],
    [
      "a target with another field",
      ["listen", "codehost_new_issue", "--target", '{"owner":"a","rebo":"b"}'],
      "Invalid",
      /^--target rebo is not a field/
    ],
    [
      "limits of a managing token",
      ["tokens", "create", "ci", "--manage", "--read-only"],
      "Invalid",
      /^--manage cannot be/
    ],
    ["no time at all", ["run", "x", "--timeout", "0"], "Invalid", /above 0/],
    ["negative time", ["run", "x", "--timeout", "-1"], "Invalid", /above 0/],
    ["no identifier", ["forget", "notanidentifier"], "Invalid", /^<identifier> must be an e-mail address/],
    ["one identifier of two", ["forget", "a@b.example", "x"], "Invalid", /^<identifier> 2 must be an e-mail address/],
    ["an address of one network card", ["serve", "--host", "fe80::1%eth0"], "Invalid", /^--host must be a name or/],
    ["another database", ["migrate", "--to", "mysql://x"], "Invalid", /^--to must begin with postgres:/],
    [
      "words beside a step's input",
      ["run", "codehost_star_repo", "acme", "owner=a"],
      "Invalid",
      /^<field=value> is expected here, not acme/
    ],
    ["one argument too many", ["console", "all"], "Invalid", /all is not expected/]
  ])("%s", async (_, args, reason, message) => {
    const failure = await commandJson<ErrorDocument>(args)
    expect(failure.code).toBe(2)
    expect(failure.json.error).toMatchObject({ reason, message: expect.stringMatching(message) })
  })

  it("an unknown trigger is said with where all are listed", async () => {
    const { json } = await commandJson<ErrorDocument>(["listen", "nope"])
    expect(json.error).toMatchObject({
      reason: "NotFound",
      fix: expect.stringMatching(/^Nearest: .*`inlay triggers` lists all\.$/)
    })
  })

  it("a value where a secret may be is not repeated", async () => {
    const { json } = await commandJson<ErrorDocument>(["connect", "codehost", "--sign-in", "ghp_secret"])
    expect(JSON.stringify(json)).not.toContain("ghp_secret")
  })

  it.each([
    [["rum"], /no command rum; did you mean run\?/],
    [["run"], /tool-id is required/]
  ])("are said on standard error, with where to look: %j", async (args, message) => {
    const { code, stdout, stderr } = await inlay(args)
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(message)
    expect(stderr).toContain("--help")
  })

  it("are JSON wherever --json stands", async () => {
    const { code, stdout } = await inlay(["--json", "rum"])
    const document = JSON.parse(stdout) as ErrorDocument
    expect([code, document.error.known]).toEqual([2, ["run"]])
  })
})

describe.concurrent("a defect", () => {
  const secret = "canary-3b1f77d0"
  const crash = `data:text/javascript,${encodeURIComponent(
    "setTimeout(() => { throw new RangeError(process.env.INLAY_SALESDATA_API_KEY) }, 1)"
  )}`
  // Uses the MCP server, because it is still running when the crash happens.
  const die = (args: ReadonlyArray<string>) =>
    inlay(["mcp", ...args], { env: { INLAY_SALESDATA_API_KEY: secret }, nodeArgs: ["--import", waitFor(crash)] })
  const waitFor = (url: string) =>
    `data:text/javascript,${encodeURIComponent(`process.stdin.once("newListener", () => import(${JSON.stringify(url)}))`)}`

  it("is reported in one line, without its message", async () => {
    const { code, stderr } = await die([])
    expect(code).toBe(1)
    expect(stderr).toContain("inlay itself failed (RangeError)")
    expect(stderr).not.toContain(secret)
    expect(stderr).not.toContain("    at ")
  })

  it("is shown in full on demand, secrets removed", async () => {
    const { stderr } = await die(["--log-level", "debug"])
    expect(stderr).toContain("RangeError: <redacted>")
    expect(stderr).not.toContain(secret)
  })
})

describe.runIf(existsSync("/dev/full"))("output that finds no room", () => {
  it.each([["--version"], ["tools"], ["tools", "--json"], ["--help"]])("fails and is said: %s %s", (...args) => {
    const full = openSync("/dev/full", "w")
    const { status, stderr } = spawnSync(process.execPath, [main, ...args], {
      env: environment(),
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8"
    })
    closeSync(full)
    expect([status, stderr]).toEqual([
      1,
      "What was printed is incomplete: standard output cannot be written (ENOSPC).\n"
    ])
  })
})

it.runIf(existsSync("/proc"))("a data directory that cannot be created is reported, and nothing waits for it", () => {
  for (const directory of ["/dev/null/here", "/proc/here/there"]) {
    const { status, stderr } = spawnSync(process.execPath, [main, "serve", "--port", "0", "--data", directory], {
      env: environment(),
      timeout: 20_000,
      killSignal: "SIGKILL",
      encoding: "utf8"
    })
    expect([status, stderr.replace(/\s+/g, " ")]).toEqual([
      1,
      expect.stringMatching(/mkdir .* give another one with --data DIR/)
    ])
  }
})
