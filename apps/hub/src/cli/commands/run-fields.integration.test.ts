/** `inlay run` with single input fields and output formats. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { beforeEach, describe, expect, it } from "vitest"

import type { ErrorDocument } from "../../testing/processes/command.ts"
import { command, commandJson } from "../../testing/threads/command.ts"
import { world } from "../../testing/world.ts"

const { sandbox, calls, reset, env, directory } = world()
beforeEach(reset)

const PEOPLE = "salesdata_people_enrichment"
const SEARCH = "salesdata_people_search"

const person = () =>
  Object.entries(sandbox().examples[PEOPLE]?.match[0] ?? {}).map(([key, value]) => `${key}=${String(value)}`)
const search = () => JSON.stringify(sandbox().examples[SEARCH]?.match[0])

describe("the input as fields", () => {
  it("is what --input would say: texts, and JSON after :=", async () => {
    const here = env()
    const byFields = await commandJson<{ readonly match: boolean }>(["run", PEOPLE, ...person()], { env: here })
    expect(byFields.json.match).toBe(true)
    const file = join(directory(), "endpoint.txt")
    writeFileSync(file, "/account")
    const call = await commandJson<{ readonly status: number }>(
      ["run", "salesdata_api_call", "method=GET", `endpoint=@${file}`, `headers:={"accept":"application/json"}`],
      { env: here }
    )
    expect(call.json.status).toBe(200)
  })

  it.each([
    [["emial=jane@acme.example"], "emial is not a field of this step; the nearest: email"],
    [["email=a@b.example", "email=c@d.example"], "email is given twice"],
    [["email=a@b.example", "--input", `{"email":"c@d.example"}`], "email is given here and by --input"],
    [["jane@acme.example"], "<field=value> is expected here, not jane@acme.example"],
    [["email:=jane"], "email is not JSON"],
    [["email=@/nowhere/at-all"], "email names the file /nowhere/at-all, which cannot be read (ENOENT)"],
    [["email=a@b.example", "--fields", "match,,x"], "--fields must be names separated by commas"],
    [["email=a@b.example", "--fields", "nmae"], "--fields names nmae, which does not exist; the nearest: name"],
    [["email=a@b.example", "--output", "csv"], "csv cannot be combined with --json"]
  ])("%j: %s; nothing is sent", async (args, sentence) => {
    const { code, json } = await commandJson<ErrorDocument>(["run", PEOPLE, ...args], { env: env() })
    const isMisuse = /^(--output|<field=value>)/.test(json.error.message)
    expect(code).toBe(isMisuse ? 2 : 1)
    expect(json.error).toMatchObject({ reason: "Invalid", message: expect.stringContaining(sentence) as string })
    expect(await calls()).toEqual([])
  })
})

describe("the answer", () => {
  const names = async () => {
    const { json } = await commandJson<{ readonly people: ReadonlyArray<{ readonly name: string }> }>(
      ["run", SEARCH, "--input", search(), "--fields", "name,company.name"],
      { env: env() }
    )
    expect(Object.keys(json.people[0] ?? {})).toEqual(["name", "company.name"])
    return json.people.map(({ name }) => name)
  }
  const printed = async (...args: ReadonlyArray<string>) =>
    (await command(["run", SEARCH, "--input", search(), ...args], { env: env() })).stdout

  it("of a list is lines of JSON, CSV or a table, with the fields that are asked for", async () => {
    const expected = await names()
    const lines = (await printed("--output", "jsonl", "--fields", "name")).trim().split("\n")
    expect(lines.map((line) => (JSON.parse(line) as { readonly name: string }).name)).toEqual(expected)
    const [header, ...rows] = (await printed("-o", "csv", "--fields", "name,company.name")).trim().split("\n")
    expect(header).toBe("name,company.name")
    expect(rows).toHaveLength(expected.length)
    const table = await printed("--output", "table", "--fields", "name,jobTitle")
    expect(table).toMatch(/^name +jobTitle\n/)
    for (const line of table.split("\n")) expect(line.length).toBeLessThanOrEqual(80)
  })

  it("of a search without hits is no line of JSON, and only the header of CSV", async () => {
    const nobody = ["run", SEARCH, "company=No Such Company", "--fields", "name,jobTitle", "-o"]
    const here = env()
    expect((await command([...nobody, "jsonl"], { env: here })).stdout).toBe("")
    expect((await command([...nobody, "csv"], { env: here })).stdout).toBe("name,jobTitle\n")
  })

  it("of a lookup is its record", async () => {
    const { stdout } = await command(["run", PEOPLE, ...person(), "--fields", "name,company.domain", "-o", "csv"], {
      env: env()
    })
    expect(stdout).toMatch(/^name,company\.domain\n[^,]+,[^,]+\n$/)
  })
})
