/** `inlay forget`: no answer, key or copy of a person stays in any file of the directory, but the amounts spent do. */
import { once } from "node:events"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { inlayJson, type ErrorDocument } from "../testing/processes/command.ts"
import { command, commandJson } from "../testing/threads/command.ts"
import { world } from "../testing/world.ts"
import { databaseFile } from "./paths.ts"

const { control, sandbox, env, calls, reset } = world()

interface Person {
  readonly slug: string
  readonly emails: ReadonlyArray<string>
}

let people: ReadonlyArray<Person> = []
beforeAll(async () => {
  const directory = (await control("GET", "/directory")) as { people: ReadonlyArray<Person> }
  people = directory.people.filter(({ emails }) => emails.length > 0)
})

const profile = ({ slug }: Person) => `http://${sandbox().env["INLAY_SALESDATA_PROFILE_SITE"]}/in/${slug}`
const lookUp = (here: Record<string, string>, input: object) =>
  commandJson<{ readonly fromCache: boolean }>(
    ["run", "salesdata_people_enrichment", "--input", JSON.stringify(input)],
    {
      env: here
    }
  )
const everyByte = (here: Record<string, string>): string => {
  const at = here["INLAY_DATA"] ?? ""
  return readdirSync(at)
    .map((name) => readFileSync(join(at, name), "latin1"))
    .join("\n")
    .toLowerCase()
}

describe("inlay forget", () => {
  it.each(["email", "profile"] as const)("erases a person everywhere, by %s, and nobody else", async (by) => {
    const here = env()
    const [one, other] = people
    if (one === undefined || other === undefined) throw new Error("the provider knows too few")
    await lookUp(here, { profilenet_url: profile(one) })
    await lookUp(here, { email: one.emails[0] })
    await lookUp(here, { email: other.emails[0] })
    // Another program keeps the file open, so that closing it does not empty the write-ahead log.
    using reader = new DatabaseSync(databaseFile(here["INLAY_DATA"] ?? ""))
    reader.prepare("SELECT count(*) FROM ledger").get()
    const spending = reader.prepare("SELECT sum(charged) AS credits FROM ledger").get()
    expect(everyByte(here)).toContain(one.slug)
    const identifier = by === "email" ? (one.emails[0] ?? "") : profile(one)
    const { code, json } = await inlayJson(["forget", identifier, "--yes"], { env: here })
    expect([code, json]).toMatchObject([0, { ok: true, answers: 1, damaged: 0 }])
    const bytes = everyByte(here)
    for (const text of [one.slug, ...one.emails.map((email) => email.toLowerCase())]) expect(bytes).not.toContain(text)
    expect(bytes).toContain(other.slug)
    expect(reader.prepare("SELECT sum(charged) AS credits FROM ledger").get()).toEqual(spending)
    await reset()
    expect((await lookUp(here, { email: other.emails[0] })).json.fromCache).toBe(true)
    expect((await lookUp(here, { email: one.emails[0] })).json.fromCache).toBe(false)
    expect(await calls()).toHaveLength(1)
  })

  it("erases answers that merely name the identifier, and none that hold it as a part of another", async () => {
    const here = env()
    const [one, other] = people
    await lookUp(here, { email: one?.emails[0] })
    await lookUp(here, { email: other?.emails[0] })
    using database = new DatabaseSync(databaseFile(here["INLAY_DATA"] ?? ""))
    const bodies = ['{"manager":"Boss@Firm.example"}', '{"manager":"big.boss@firm.example.net"}']
    const ids = database.prepare("SELECT id FROM lookups ORDER BY id").all()
    ids.forEach(({ id }, index) =>
      database.prepare("UPDATE lookups SET body = ? WHERE id = ?").run(bodies[index] ?? "", Number(id))
    )
    expect((await commandJson(["forget", "boss@firm.example", "--yes"], { env: here })).json).toMatchObject({
      answers: 1
    })
    expect(database.prepare("SELECT body FROM lookups").all()).toMatchObject([{ body: bodies[1] }])
  })

  it("refuses an invalid identifier before anything is erased, and does not repeat it", async () => {
    const here = env()
    const [one] = people
    await lookUp(here, { email: one?.emails[0] })
    const { code, json } = await commandJson<ErrorDocument>(["forget", one?.emails[0] ?? "", "canary", "--yes"], {
      env: here
    })
    expect([code, json.error.reason]).toEqual([2, "Invalid"])
    // The command sends nothing anyway: what matters is that nothing is gone.
    expect(json.error.message).toContain("Nothing was changed.")
    expect(JSON.stringify(json)).not.toContain("canary")
    expect((await lookUp(here, { email: one?.emails[0] })).json.fromCache).toBe(true)
    expect((await commandJson<ErrorDocument>(["forget"], { env: here })).json.error.reason).toBe("Invalid")
  })

  it("finds nothing if nothing is stored, and creates no directory", async () => {
    const here = { INLAY_DATA: join(env()["INLAY_DATA"] ?? "", "none") }
    const { code, stdout } = await command(["forget", "jane@acme.example"], { env: here })
    expect([code, stdout]).toEqual([0, "Nothing is stored about this identifier.\n"])
    expect(() => readdirSync(here.INLAY_DATA)).toThrow(/ENOENT/)
  })

  it("names the damaged databases that were set aside, because it does not search them", async () => {
    const here = env()
    await lookUp(here, { email: people[0]?.emails[0] })
    const damagedFile = "inlay.db.damaged-2026-11-27"
    writeFileSync(join(here["INLAY_DATA"] ?? "", damagedFile), "")
    const args = ["forget", "jane@acme.example", "--yes"]
    expect((await commandJson(args, { env: here })).json).toMatchObject({ ok: true, notSearched: [damagedFile] })
    expect((await command(args, { env: here })).stdout).toBe(
      `Nothing is stored about this identifier. Damaged databases were not searched;\ndelete them by hand: ${damagedFile}.\n`
    )
  })

  it("says that nothing is stored of a stranger, and what was erased if one of several is known", async () => {
    const here = env()
    const [one] = people
    await lookUp(here, { email: one?.emails[0] })
    const strangers = ["jane@acme.example", "john@acme.example"]
    const forgetting = async (...identifiers: ReadonlyArray<string>) =>
      (await command(["forget", ...identifiers, "--yes"], { env: here })).stdout
    expect(await forgetting(...strangers)).toBe("Nothing is stored about these identifiers.\n")
    expect(await forgetting(strangers[0] ?? "", one?.emails[0] ?? "")).toBe(
      "Erased: 1 cached answer. 1 purchase in the ledger keeps its cost, without saying\nfor whom.\n"
    )
  })
})

/** A provider whose records contain nothing of the request, so that answers can be found only by their question. */
const reticent: Server = createServer((request, response) => {
  const subject = request.url === "/enrich/person" ? { person: { name: "J. D." } } : { company: { name: "A Firm" } }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(subject))
})
afterAll(() => reticent.close())

describe("inlay forget, for a subject that no record confirms", () => {
  const at = async () => {
    if (!reticent.listening) await once(reticent.listen(0, "127.0.0.1"), "listening")
    return env({
      INLAY_SALESDATA_BASE_URL: `http://127.0.0.1:${(reticent.address() as AddressInfo).port}`,
      INLAY_SALESDATA_PROFILE_SITE: "network.example"
    })
  }
  const person = "salesdata_people_enrichment"
  const company = "salesdata_company_enrichment"
  it.each([
    ["a person's address", person, { email: "jane@acme.example" }, "jane@acme.example"],
    ["a role's address", person, { email: "info@acme.example" }, "Info@Acme.example"],
    [
      "an address beside a profile",
      person,
      { email: "jane@acme.example", profilenet_url: "https://network.example/in/jane-doe" },
      "jane@acme.example"
    ],
    [
      "a profile beside an address",
      person,
      { email: "jane@acme.example", profilenet_url: "https://network.example/in/jane-doe" },
      "https://network.example/in/jane-doe"
    ],
    ["a domain", company, { domain: "acme.example" }, "acme.example"],
    ["a domain of many", company, { domain: "gmail.com" }, "gmail.com"],
    ["a page of a domain", company, { website: "https://acme.example/about/us?x=1" }, "acme.example"]
  ])("%s", async (_, step, input, identifier) => {
    const here = await at()
    const run = (question: object) =>
      commandJson<{ readonly match: boolean }>(["run", step, "--input", JSON.stringify(question)], { env: here })
    const other = step === person ? { email: "somebody@else.example" } : { domain: "else.example" }
    expect([(await run(input)).json.match, (await run(other)).json.match]).toEqual([true, true])
    const { json } = await commandJson(["forget", identifier, "--yes"], { env: here })
    expect(json).toMatchObject({ ok: true, answers: 1, purchases: 1 })
    const bytes = everyByte(here)
    const [, name = identifier] = /in\/(.*)$/.exec(identifier) ?? []
    expect(bytes).not.toContain(name.toLowerCase())
    expect(bytes).toContain("else.example")
  })
})
