// The command as users and programs start it: whatever goes wrong, nothing that it prints contains the account's key.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { canaries, find } from "@inlay/core-http/testing/canaries"
import { startLeakyProvider, type LeakName, type LeakyProvider } from "@inlay/core-http/testing/leaky-provider"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { databaseFile } from "../../storage/paths.ts"
import { inlay, main, environment } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command } from "../../testing/threads/command.ts"

const directory = temporaryDirectories()

let provider: LeakyProvider
beforeAll(async () => {
  provider = await startLeakyProvider()
})
afterAll(() => provider.close())

/** Each case uses a key of a different shape. */
const keys = canaries(20)

interface Start {
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly nodeArgs?: ReadonlyArray<string>
}

/** The path of the account's address determines the provider's response. */
const at = (leak: LeakName) => ({ INLAY_SALESDATA_BASE_URL: `${provider.origin}/${leak}` })
const lookUp = (...more: ReadonlyArray<string>) => [
  "run",
  "salesdata_people_enrichment",
  "--input",
  '{"email":"a@b.example"}',
  ...more
]
const apiCall = (input: object) => ["run", "salesdata_api_call", "--input", JSON.stringify(input)]
const before = (code: string) => ["--import", `data:text/javascript,${encodeURIComponent(code)}`]

const brokenConfiguration = (): string => {
  const place = directory()
  mkdirSync(place, { recursive: true })
  const database = new DatabaseSync(databaseFile(place))
  // Another program's tables, with our schema version.
  database.exec("CREATE TABLE ledger (keys); PRAGMA user_version = 1")
  database.close()
  return place
}

const inFile = (text: string): string => {
  const file = join(directory(), "input.json")
  writeFileSync(file, text)
  return `@${file}`
}

const cases: Readonly<Record<string, (key: string) => Start>> = {
  "an answer that repeats its request": () => ({
    args: apiCall({ method: "GET", endpoint: "/account" }),
    env: at("headers-200")
  }),
  "an answer in escapes": () => ({ args: lookUp(), env: at("json-escapes") }),
  "headers that repeat it": () => ({
    args: apiCall({ method: "GET", endpoint: "/account" }),
    env: at("header-values")
  }),
  "a failure that repeats it": () => ({ args: lookUp(), env: at("message-401") }),
  "a long failure": () => ({ args: lookUp(), env: at("message-long") }),
  "a web page": () => ({ args: lookUp(), env: at("html-200") }),
  "a redirect": () => ({ args: lookUp(), env: at("redirect-host") }),
  "a lost answer": () => ({ args: lookUp(), env: at("reset-middle") }),
  "no answer in time": () => ({ args: lookUp("--timeout", "0.4"), env: at("slow") }),
  "a key with a line break": (key) => ({
    args: lookUp(),
    env: { ...at("headers-200"), INLAY_SALESDATA_API_KEY: `${key}\n${key}` }
  }),
  "an address with the key in it": (key) => ({
    args: lookUp(),
    env: {
      INLAY_SALESDATA_BASE_URL: `https://me:${encodeURIComponent(key)}@api.provider.example/?key=${encodeURIComponent(key)}`
    }
  }),
  "doctor, refused": () => ({ args: ["doctor"], env: at("message-401") }),
  "doctor, broken provider": () => ({ args: ["doctor"], env: at("field-errors") }),
  "doctor, address with the key in it": (key) => ({
    args: ["doctor", "--data", join(directory(), encodeURIComponent(key).slice(0, 200))],
    env: { INLAY_SALESDATA_BASE_URL: `${provider.origin}/${encodeURIComponent(key)}/headers-200` }
  }),
  "accounts, settings with the key in them": (key) => ({
    args: ["accounts"],
    env: {
      INLAY_SALESDATA_BASE_URL: `https://${encodeURIComponent(key)}@api.provider.example/${encodeURIComponent(key)}?k=${encodeURIComponent(key)}`,
      INLAY_SALESDATA_PROFILE_SITE: key,
      INLAY_SALESDATA_CAP_DAY: key
    }
  }),
  "input that holds it": (key) => ({
    args: apiCall({ method: "POST", endpoint: "/x", body: { key } }),
    env: at("headers-400")
  }),
  "input with it as a field": (key) => ({ args: apiCall({ [key]: key }), env: at("headers-200") }),
  "input that breaks beside it": (key) => ({
    args: ["run", "salesdata_api_call", "--input", `{"key": "${key}" oops`],
    env: at("headers-200")
  }),
  "standard input that breaks beside it": (key) => ({
    args: ["run", "salesdata_api_call", "--input", "-"],
    stdin: `{\n  "headers": { "authorization": ${JSON.stringify(`Bearer ${key}`)}, }\n}`,
    env: at("headers-200")
  }),
  "a file that breaks beside it": (key) => ({
    args: [
      "run",
      "salesdata_api_call",
      "--input",
      inFile(`{"padding": "${"x".repeat(30)}", "key": ${JSON.stringify(key)}`)
    ],
    env: at("headers-200")
  }),
  "a tool of its name": (key) => ({ args: ["run", key], env: at("headers-200") }),
  "an account of its name": (key) => ({ args: lookUp("--account", key), env: at("headers-200") }),
  "a command of its name": (key) => ({ args: [key], env: at("headers-200") }),
  "a flag of its name": (key) => ({ args: ["tools", `--${key}`], env: at("headers-200") }),
  "a number that is none": (key) => ({ args: lookUp("--timeout", key), env: at("headers-200") }),
  "a search for it": (key) => ({ args: ["tools", key], env: at("headers-200") }),
  "a database of another program": () => ({ args: lookUp("--data", brokenConfiguration()), env: at("headers-200") }),
  "a directory that cannot be made": (key) => ({
    args: lookUp("--data", join(inFile("").slice(1), encodeURIComponent(key).slice(0, 200))),
    env: at("headers-200")
  }),
  "an error that nobody catches": () => ({
    args: ["mcp"],
    nodeArgs: before(
      "process.stdin.once('newListener', () => setTimeout(() => { const key = process.env.INLAY_SALESDATA_API_KEY; throw Object.assign(new RangeError(key, { cause: new Error(key) }), { headers: { key } }) }))"
    ),
    env: at("headers-200")
  }),
  "a rejection that nobody handles": () => ({
    args: ["mcp"],
    nodeArgs: before(
      "process.stdin.once('newListener', () => setTimeout(() => void Promise.reject({ request: { headers: { authorization: `Bearer ${process.env.INLAY_SALESDATA_API_KEY}` } } })))"
    ),
    env: at("headers-200")
  })
}

const modes: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["for people", []],
  ["for programs, with all that is known", ["--json", "--log-level", "all"]]
]

/** `pnpm test:full` runs the `--json` cases in processes. Otherwise all run in threads, which print the same. */
const IN_PROCESSES = process.env["INLAY_PROCESSES"] !== undefined

describe.concurrent("a key is not printed", () => {
  const all = Object.entries(cases).flatMap(([title, start], n) =>
    modes.map(([mode, flags]) => ({ title, mode, flags, start, key: keys[n % keys.length] ?? "" }))
  )

  it.each(all)("$title, $mode", async ({ start, flags, key }) => {
    const { args, env, ...more } = start(key)
    const run = (IN_PROCESSES && flags.includes("--json")) || more.nodeArgs !== undefined ? inlay : command
    const result = await run([...flags, ...args], {
      ...more,
      env: { INLAY_DATA: directory(), INLAY_SALESDATA_API_KEY: key, ...env }
    })
    const output = result.stdout + result.stderr
    expect(output).not.toBe("")
    expect(find(result.stdout, key), result.stdout).toEqual([])
    expect(find(result.stderr, key), result.stderr).toEqual([])
    if (flags.includes("--json") && !args.includes("mcp"))
      expect(() => JSON.parse(result.stdout) as unknown).not.toThrow()
  })

  it("by a command that is stopped", async () => {
    const [key = ""] = canaries(1, 7)
    const env = environment({ INLAY_DATA: directory(), INLAY_SALESDATA_API_KEY: key, ...at("slow") })
    const child = spawn(process.execPath, [main, "--log-level", "all", ...lookUp()], { env })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
    await expect.poll(() => find(provider.said(), key), { timeout: 20_000 }).toContain("plain")
    child.kill("SIGTERM")
    await once(child, "close")
    expect(output).toContain("Stopped before the answer came")
    expect(find(output, key)).toEqual([])
  })
})
