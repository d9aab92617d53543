/** `inlay report` as users run it, with a simulated service. */
import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"

import { startSandbox, type RunningSandbox } from "@inlay/analytics-sandbox"
import { afterAll, beforeAll, expect, it } from "vitest"

import { widthOf } from "../../terminal/Screen.ts"
import { main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

const directory = temporaryDirectories()
let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const env = () => ({ ...sandbox.env, INLAY_DATA: directory() })
const control = (path: string, body: object) =>
  fetch(`${sandbox.control}${path}`, { method: "POST", body: JSON.stringify(body) })

const report = [
  "report",
  "--property",
  "320101",
  "--metrics",
  "sessions,totalRevenue",
  "--range",
  "2026-01-01..2026-01-28"
]

it("draws a table and a chart in 80 columns", async () => {
  const { code, stdout, stderr } = await command([...report, "--dimensions", "date", "--chart", "line"], { env: env() })
  expect([code, stderr]).toEqual([0, ""])
  expect(stdout).toMatch(/^sessions, totalRevenue by date\nproperties\/320101 · 2026-01-01..2026-01-28 · 28 rows\n/)
  expect(stdout).toMatch(/^date +sessions +totalRevenue \(AUD\)$/m)
  expect(stdout).toMatch(/^Total +[\d,]+ +[\d,]+\.\d\d$/m)
  expect(stdout).toMatch(/^ +0 │█+$/m)
  expect(stdout).toMatch(/^Used \d+ tokens? of the property's quota; left: /m)
  for (const line of stdout.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80)
})

it("is one JSON document, and a file that is never replaced unasked", async () => {
  const here = env()
  const file = join(directory(), "rows.csv")
  const first = await commandJson([...report, "--dimensions", "date", "--csv", file], { env: here })
  expect(first).toMatchObject({
    code: 0,
    stderr: "",
    json: { rows: 28, rowCount: 28, file, property: "properties/320101" }
  })
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(30)
  const second = await commandJson<ErrorDocument>([...report, "--csv", file], { env: here })
  expect(second.json.error).toMatchObject({ reason: "Invalid", fields: [{ field: "--csv" }] })
  expect(second.json.error.fix).toContain("--force")
})

it("has an account that doctor finds in order, with what is worth knowing", async () => {
  const { code, stdout } = await command(["doctor"], { env: env() })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ok +analytics\/env/m)
  expect(stdout.replace(/\s+/g, " ")).toMatch(
    /The account can only read properties\/320203: changes need the role Editor/
  )
  expect(stdout).toContain("Nothing to fix.")
})

it("leaves nothing half written when it is stopped, and says how far it was", async () => {
  const folder = directory()
  await control("/settings", { latencyMs: 20_000 })
  const child = spawn(process.execPath, [main, ...report, "--dimensions", "date", "--csv", join(folder, "rows.csv")], {
    env: environment(env())
  })
  const words = text(child.stderr)
  while (readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill("SIGINT")
  const code = await new Promise((resolve) => child.once("close", resolve))
  await control("/reset", {})
  expect(code).toBe(130)
  expect((await words).replace(/\s+/g, " ")).toMatch(/Stopped before it finished; .*rows\.csv was not written\./)
  expect(existsSync(join(folder, "rows.csv"))).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

it("takes an order that begins with a hyphen, as its help has it", async () => {
  const { code, stdout } = await command([...report, "--dimensions", "country", "--order", "-sessions"], { env: env() })
  expect(code).toBe(0)
  const sessions = [...stdout.matchAll(/^\S.*? {2,}([\d,]+) +[\d,]+\.\d\d$/gm)].map(([, n = ""]) =>
    Number(n.replaceAll(",", ""))
  )
  expect(sessions.slice(0, -1)).toEqual(sessions.slice(0, -1).toSorted((one, other) => other - one))
  expect(sessions.length).toBeGreaterThan(2)
})
