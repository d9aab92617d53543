/** `inlay enrich` as users run it: with input and output files and the ledger. */
import { spawn } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"

import { startSandbox, type RunningSandbox } from "@inlay/salesdata-sandbox"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"

import { main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

const directory = temporaryDirectories()
let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
const control = (path: string, body = {}) =>
  fetch(`${sandbox.control}${path}`, { method: "POST", body: JSON.stringify(body) })
beforeEach(() => control("/reset"))

const makeFolder = () => {
  const at = directory()
  return { at, out: join(at, "out.csv"), options: { env: { ...sandbox.env, INLAY_DATA: join(at, "data") } } }
}
const EMAIL = "deepa.carmody@estuary-vineyards.example"

it("reads a spreadsheet's UTF-16 or standard input, and replaces no file unasked", async () => {
  const { at, out, options } = makeFolder()
  const list = join(at, "list.txt")
  writeFileSync(list, Buffer.from(`\uFEFFNäme\tE-mail\r\nDeepa\t${EMAIL}\r\n`, "utf16le"))
  const first = await command(["enrich", list, "-o", out], options)
  const estimate = "1 lookup of people, 0 of them already known and free; at most 2 credits.\n"
  expect([first.code, first.stderr]).toEqual([0, estimate])
  expect(first.stdout).toMatch(/^1 of 1 row matched\n/)
  expect(readFileSync(out, "utf8")).toMatch(
    /^\uFEFFNäme\tE-mail\tinlay_status\t.*\nDeepa\tdeepa\.carmody@.*\tmatch\tDeepa Carmody\t/
  )
  const refused = await commandJson<ErrorDocument>(["enrich", list, "-o", out], options)
  expect([refused.code, refused.json.error.fields?.[0]?.field]).toEqual([1, "--out"])
  const nowhere = join(at, "no", "out.csv")
  const lost = await commandJson<ErrorDocument>(["enrich", list, "-o", nowhere], options)
  // A wrong file is no wrong command line, whose exit code is 2.
  expect([lost.code, lost.json.error.fields?.[0]?.message]).toEqual([
    1,
    `names ${nowhere}, which cannot be written: there is no such directory`
  ])
  const unnamed = await commandJson<ErrorDocument>(["enrich", list, "-o", "-"], options)
  expect(unnamed.json.error.fix).toContain("Name a file, such as enriched.csv.")
  const input = { ...options, stdin: `email\n${EMAIL}\n` }
  const second = await commandJson(["enrich", "-", "-o", out, "--force"], input)
  expect([second.code, second.json]).toEqual([0, expect.objectContaining({ known: 1, match: 1, credits: 0 })])
})

it.each([
  ["that is missing", undefined, /there is no such file/],
  ["that is no text", Buffer.from([0x65, 0xff, 0x0a, 0xfe]), /not UTF-8 text/]
])("a list %s is refused before anything is sent", async (_, bytes, words) => {
  const { at, out, options } = makeFolder()
  const list = join(at, "list.csv")
  if (bytes !== undefined) writeFileSync(list, bytes)
  const { code, json } = await commandJson<ErrorDocument>(["enrich", list, "-o", out], options)
  expect([code, json.error.fields]).toEqual([1, [{ field: "FILE", message: expect.stringMatching(words) }]])
  expect(existsSync(out)).toBe(false)
})

it("that is stopped leaves no file, and the same command continues from there: nobody is paid for twice", async () => {
  const { at, out, options } = makeFolder()
  const { INLAY_SALESDATA_BASE_URL: base, INLAY_SALESDATA_API_KEY: key } = sandbox.env
  const search = await fetch(`${base}/search/people`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ department: "Engineering" })
  })
  const slugs = [...new Set([...(await search.text()).matchAll(/\/in\/([a-z0-9-]+)/g)].map(([, slug]) => slug))]
  await control("/reset")
  await control("/settings", { latencyMs: 150 })
  const list = join(at, "list.csv")
  writeFileSync(list, `slug\n${slugs.join("\n")}\n`)
  const child = spawn(process.execPath, [main, "enrich", list, "-o", out, "--cap", "1000"], {
    env: environment(options.env)
  })
  const charges = async () => ((await (await fetch(`${sandbox.control}/charges`)).json()) as { total: number }).total
  await expect.poll(charges, { timeout: 20_000 }).toBeGreaterThan(0)
  child.kill("SIGINT")
  expect((await text(child.stderr)).replace(/\s+/g, " ")).toMatch(
    /Interrupted: Stopped .*; .*out\.csv was not written\. Run the same command again to continue: nothing is bought twice\./
  )
  expect(existsSync(out)).toBe(false)
  await control("/settings", { latencyMs: 0 })
  const paid = await charges()
  const { code, json } = await commandJson<Record<string, number>>(
    ["enrich", list, "-o", out, "--cap", "1000"],
    options
  )
  expect([code, json]).toEqual([0, expect.objectContaining({ match: slugs.length, chargeUnknown: 0 })])
  expect([json["known"], await charges()]).toEqual([expect.any(Number), paid + (json["credits"] ?? 0)])
  expect(json["known"]).toBeGreaterThan(0)
})
