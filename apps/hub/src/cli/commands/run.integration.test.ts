/** `inlay run` with a provider over HTTP. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"

import { beforeAll, beforeEach, describe, expect, it } from "vitest"

import { inlay, inlayJson, main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { command, commandJson } from "../../testing/threads/command.ts"
import { world } from "../../testing/world.ts"

const { sandbox, calls, control, reset, env, directory } = world()
beforeEach(reset)

const PEOPLE = "salesdata_people_enrichment"
const COMPANY = "salesdata_company_enrichment"

interface Lookup {
  readonly match: boolean
  readonly record: { readonly name: string } | null
  readonly credits: { readonly charged: number; readonly basis: string }
  readonly fromCache: boolean
}

const example = (step: string, kind: "match" | "noMatch" = "match"): string =>
  JSON.stringify(sandbox().examples[step]?.[kind][0])

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each test says which document it expects
const run = <A = Lookup>(
  step: string,
  input: string,
  variables: Record<string, string>,
  ...more: ReadonlyArray<string>
) => commandJson<A>(["run", step, "--input", input, ...more], { env: variables })

/** The same in a separate process. */
const start = (step: string, input: string, variables: Record<string, string>) =>
  inlayJson<Lookup>(["run", step, "--input", input], { env: variables })

describe("inlay run", () => {
  it("runs each step", async () => {
    const here = env()
    const person = await start(PEOPLE, example(PEOPLE), here)
    const company = await start(COMPANY, example(COMPANY), here)
    const search = await run<{ people: ReadonlyArray<unknown> }>(
      "salesdata_people_search",
      example("salesdata_people_search"),
      here
    )
    const call = await run<{ status: number; body: unknown }>(
      "salesdata_api_call",
      `{"method":"GET","endpoint":"/account"}`,
      here
    )
    expect([person.code, company.code, search.code, call.code]).toEqual([0, 0, 0, 0])
    expect([person.stderr, company.stderr, search.stderr, call.stderr]).toEqual(["", "", "", ""])
    expect(person.json).toMatchObject({ match: true, fromCache: false, credits: { basis: "provider" } })
    expect(company.json).toMatchObject({ match: true, fromCache: false })
    expect(search.json.people.length).toBeGreaterThan(0)
    expect(call.json.status).toBe(200)
  })

  it("pays once: a second run, of another process, costs nothing and says so", async () => {
    const here = env()
    const first = await start(PEOPLE, example(PEOPLE), here)
    const second = await start(PEOPLE, example(PEOPLE), here)
    expect(first.json.credits.charged).toBeGreaterThan(0)
    expect(second.json).toMatchObject({ fromCache: true, credits: { charged: 0, basis: "cache" } })
    expect(second.json.record).toEqual(first.json.record)
    expect(await calls()).toHaveLength(1)
    const report = await inlay(["run", PEOPLE, "--input", example(PEOPLE)], { env: here })
    expect(report.stdout).toMatch(/^Name +\w+/)
    expect(report.stdout).toMatch(/0 credits · from the cache, fetched .*\n$/)
    expect(report.stdout).not.toMatch(/\bnull\b|[{}]/)
  })

  it("pays once if two processes ask at the same time", async () => {
    const here = env()
    await control("POST", "/settings", { latencyMs: 400 })
    const both = await Promise.all([start(PEOPLE, example(PEOPLE), here), start(PEOPLE, example(PEOPLE), here)])
    expect(both.filter(({ json }) => json.fromCache)).toHaveLength(1)
    expect(await calls()).toHaveLength(1)
  })

  it("prints a miss as a value", async () => {
    const here = env()
    const { code, json } = await run(PEOPLE, example(PEOPLE, "noMatch"), here)
    expect([code, json.match, json.record, json.credits.charged]).toEqual([0, false, null, 0])
    const report = await command(["run", PEOPLE, "--input", example(PEOPLE, "noMatch")], { env: here })
    expect([report.code, report.stdout.split("\n")[0]]).toEqual([0, "No match."])
  })

  it("takes input from a file and from standard input, and --data on either side", async () => {
    const data = directory()
    const file = join(directory(), "input.json")
    writeFileSync(file, `\ufeff${example(PEOPLE)}`)
    const here = env()
    const fromFile = await inlayJson<Lookup>(["--data", data, "run", PEOPLE, "--input", `@${file}`], { env: here })
    const fromStdin = await inlayJson<Lookup>(["run", PEOPLE, "-i", "-", "--data", data], {
      env: here,
      stdin: example(PEOPLE)
    })
    expect([fromFile.json.fromCache, fromStdin.json.fromCache]).toEqual([false, true])
  })

  it("refuses past a cap, before anything is sent", async () => {
    const here = env({ INLAY_SALESDATA_CAP_DAY: "3" })
    expect((await run(PEOPLE, example(PEOPLE), here)).code).toBe(0)
    await reset()
    const { code, json } = await run<ErrorDocument>(PEOPLE, `{"profilenet_slug":"somebody-else"}`, here)
    expect([code, json.error.reason]).toEqual([1, "Refused"])
    expect(await calls()).toHaveLength(0)
  })

  it("--preview says what a run would cost, what is left of the caps and what would refuse it, and sends nothing", async () => {
    const here = env({ INLAY_SALESDATA_CAP_DAY: "3" })
    const look = (input: string) => run<object>(PEOPLE, input, here, "--preview")
    await reset()
    expect(await look(example(PEOPLE))).toMatchObject({
      code: 0,
      json: { isFree: false, estimate: 2, cached: null, blocking: [], refusal: null, left: { day: 3 } }
    })
    const unsaved = await command(["run", PEOPLE, "--input", example(PEOPLE), "--preview"], { env: here })
    expect(unsaved.stdout).toBe("It costs up to 2 credits.\n3 of the day cap of 3 credits are left.\n")
    expect(await calls()).toHaveLength(0)
    await run(PEOPLE, example(PEOPLE), here)
    const saved = await command(["run", PEOPLE, "--input", example(PEOPLE), "--preview"], { env: here })
    expect([saved.code, saved.stdout]).toEqual([
      0,
      expect.stringMatching(/^It costs nothing: the answer is saved, fetched /)
    ])
    const other = `{"profilenet_slug":"somebody-else"}`
    expect(await look(other)).toMatchObject({ code: 1, json: { refusal: { guard: "cap" }, left: { day: 1 } } })
    const refusal = await command(["run", PEOPLE, "--input", other, "--preview"], { env: here })
    expect([refusal.code, refusal.stdout]).toEqual([1, expect.stringMatching(/up to 2 credits[^]*Refused: .*day cap/)])
    expect(await calls()).toHaveLength(1)
    const shaped = await run<ErrorDocument>(PEOPLE, other, here, "--preview", "--fields", "match")
    expect(shaped.json.error).toMatchObject({ reason: "Invalid", fields: [{ field: "--preview" }] })
  })

  it("buys nothing above the agreed price, and returns what is saved whatever the limit", async () => {
    const here = env()
    await reset()
    const refusal = await run<ErrorDocument>(PEOPLE, example(PEOPLE), here, "--max-credits", "1.5")
    expect([refusal.code, refusal.json.error]).toMatchObject([
      1,
      { guard: "price", fix: expect.stringMatching(/^Nothing was sent\. .*--max-credits/) }
    ])
    expect(await calls()).toHaveLength(0)
    expect((await run(PEOPLE, example(PEOPLE), here, "--max-credits", "2")).code).toBe(0)
    const again = await run(PEOPLE, example(PEOPLE), here, "--max-credits", "0")
    expect([again.code, again.json.fromCache]).toEqual([0, true])
    expect(await calls()).toHaveLength(1)
    const typo = await run<ErrorDocument>(PEOPLE, example(PEOPLE), here, "--max-credits", "-1")
    expect(typo.json.error).toMatchObject({ reason: "Invalid", fields: [{ field: "--max-credits" }] })
  })

  it("is a failure, not a wrong command line, if a provider rejects it and names no field", async () => {
    const provider = createServer((_, response) => response.writeHead(400).end())
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
    const { port } = provider.address() as AddressInfo
    const variables = { INLAY_CODEHOST_BASE_URL: `http://127.0.0.1:${port}`, INLAY_CODEHOST_TOKEN: "ghp_none" }
    const { code, json } = await run<ErrorDocument>(
      "codehost_get_repository_info",
      `{"owner":"a","repo":"b"}`,
      variables
    )
    provider.close()
    expect([code, json.error.reason, json.error.fields]).toEqual([1, "Invalid", []])
  })

  it("keeps to its time limit, and asks for a lost answer again only when told to", async () => {
    const here = env()
    // Long enough for a busy machine to send the request. No response ever arrives.
    const limit = ["--timeout", "2"]
    const input = `{"profilenet_slug":"fault-hang-after-x"}`
    const lostAnswer = await run<ErrorDocument>(PEOPLE, input, here, ...limit)
    expect([lostAnswer.code, lostAnswer.json.error.reason, lostAnswer.json.error.charged]).toEqual([
      1,
      "Timeout",
      "unknown"
    ])
    const refusal = await run<ErrorDocument>(PEOPLE, input, here, ...limit)
    expect([refusal.json.error.reason, refusal.json.error.fix]).toEqual([
      "Refused",
      expect.stringContaining("--unknown-charge")
    ])
    expect(await calls()).toHaveLength(1)
    await run<ErrorDocument>(PEOPLE, input, here, ...limit, "--unknown-charge", "ask_again")
    expect(await calls()).toHaveLength(2)
    const { json } = await commandJson<{ accounts: ReadonlyArray<{ unknownCharges: ReadonlyArray<unknown> }> }>(
      ["doctor"],
      {
        env: here
      }
    )
    expect(json.accounts[0]?.unknownCharges).toMatchObject([
      { operation: "enrichPerson", keys: [expect.stringMatching(/^profile@.*:fault-hang-after-x$/)] }
    ])
  })
})

describe("bad input", () => {
  const noKey = { INLAY_SALESDATA_API_KEY: "" }
  const plainHttp = { INLAY_SALESDATA_BASE_URL: "http://api.example/v1" }
  const endpoint = (path: string) => JSON.stringify({ method: "GET", endpoint: path })
  const bad = (
    what: string,
    step: string,
    input: string,
    reason: string,
    says: RegExp,
    variables: Record<string, string> = {}
  ) => ({ what, step, input, reason, says, variables })
  const cases = [
    bad("no identifier", PEOPLE, "{}", "Invalid", /no identifier/),
    bad("a malformed e-mail", PEOPLE, `{"email":"jane@"}`, "Invalid", /email/),
    bad("a malformed URL", PEOPLE, `{"profilenet_url":"ht!tp:/x"}`, "Invalid", /profilenet_url/),
    bad("an ABN of 10 digits", COMPANY, `{"abn":"5182475355"}`, "Invalid", /abn .*(10|11)/),
    bad("an ABN of 12 digits", COMPANY, `{"abn":"518247535561"}`, "Invalid", /abn .*(12|11)/),
    bad("an ABN that fails its checksum", COMPANY, `{"abn":"51824753557"}`, "Invalid", /checksum/),
    bad("an endpoint without a slash", "salesdata_api_call", endpoint("account"), "Refused", /slash/),
    bad("an absolute endpoint", "salesdata_api_call", endpoint("https://evil.example/"), "Refused", /./),
    bad("dot segments", "salesdata_api_call", endpoint("/a/../../b"), "Refused", /./),
    bad("encoded dot segments", "salesdata_api_call", endpoint("/a/%2e%2e/b"), "Refused", /./),
    bad("a control character", "salesdata_api_call", endpoint("/a\u0007b"), "Refused", /./),
    bad("method PUT", "salesdata_api_call", `{"method":"PUT","endpoint":"/account"}`, "Invalid", /method/),
    bad(
      "a body that is no object",
      "salesdata_api_call",
      `{"method":"POST","endpoint":"/x","body":[1]}`,
      "Invalid",
      /body/
    ),
    bad("a field that is not there", PEOPLE, `{"mail":"a@b.example"}`, "Invalid", /mail/),
    bad("a missing key", PEOPLE, `{"email":"a@b.example"}`, "Unauthorized", /INLAY_SALESDATA_API_KEY/, noKey),
    bad("plain http", PEOPLE, `{"email":"a@b.example"}`, "Refused", /http/, plainHttp),
    bad("no JSON", PEOPLE, `{"email": "a@b.example" "x": 1}`, "Invalid", /line 1, column 25: .*',' or '\}'/),
    bad("no object", PEOPLE, "[1]", "Invalid", /object, not a list/),
    bad("nothing", PEOPLE, " ", "Invalid", /empty/),
    bad("a file that is not there", PEOPLE, "@/no/such/file", "Invalid", /ENOENT/),
    bad("an unknown tool", "salesdata_people_enrich", "{}", "NotFound", /Nearest: salesdata_people_enrichment/)
  ]

  const outcomes = new Map<string, Awaited<ReturnType<typeof run<ErrorDocument>>>>()
  let sentRequests: ReadonlyArray<unknown> = ["not counted yet"]
  beforeAll(async () => {
    await reset()
    for (const one of cases) outcomes.set(one.what, await run(one.step, one.input, env(one.variables)))
    sentRequests = await calls()
  })

  it.each(cases)("is reported with what is wrong: $what", ({ what, reason, says }) => {
    const outcome = outcomes.get(what)
    expect([outcome?.code, outcome?.json.error.reason]).toEqual([1, reason])
    expect(outcome?.json.error.message).toMatch(says)
  })

  it("sends nothing, none of it", () => {
    expect(outcomes.size).toBe(cases.length)
    expect(sentRequests).toEqual([])
  })

  it("names the known accounts, and shows people what to do", async () => {
    const { json } = await run<ErrorDocument>(PEOPLE, `{"email":"a@b.example"}`, env(), "--account", "work")
    expect(json.error).toMatchObject({ reason: "NotFound", known: ["env"] })
    const report = await inlay(["run", COMPANY, "--input", `{"abn": 1,}`], { env: env() })
    expect([report.code, report.stdout]).toEqual([1, ""])
    expect(report.stderr).toMatch(/^Invalid: input is not JSON at line 1, column 11[^]*\n {4}\{"abn": 1,\}\n +\^\n$/)
  })

  it("of a data directory is reported before anything is sent", async () => {
    const file = join(directory(), "file")
    writeFileSync(file, "")
    const { code, json } = await run<ErrorDocument>(PEOPLE, example(PEOPLE), env(), "--data", file)
    expect([code, json.error.reason]).toEqual([1, "Refused"])
    expect(json.error.message).toContain(file)
    expect(await calls()).toEqual([])
  })
})

describe("a signal", () => {
  it.each([
    ["SIGINT", [], ""],
    ["SIGTERM", ["--json"], "Interrupted"]
  ] as const)("ends a run well, its lookup remembered: %s", async (signal, flags, reason) => {
    const here = env()
    const input = `{"profilenet_slug":"fault-hang-y"}`
    const args = [main, "run", PEOPLE, "--input", input, ...flags]
    const child = spawn(process.execPath, args, { env: environment(here) })
    const [stdout, stderr, exit] = [text(child.stdout), text(child.stderr), once(child, "exit")]
    while ((await calls()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    child.kill(signal)
    expect(await exit).toEqual([130, null])
    const document = await stdout
    if (reason === "") {
      expect([document, await stderr]).toEqual(["", expect.stringContaining("inlay charges")])
    } else {
      expect((JSON.parse(document) as ErrorDocument).error.reason).toBe(reason)
    }
    const again = await run<ErrorDocument>(PEOPLE, input, here)
    expect(again.json.error).toMatchObject({ reason: "Refused", charged: "unknown" })
  })
})

describe("the terminal", () => {
  it("gets no command out of what a provider says", async () => {
    const { stdout } = await inlay(["run", "salesdata_api_call", "--input", `{"method":"GET","endpoint":"/account"}`], {
      env: { ...env(), NO_COLOR: "1", FORCE_COLOR: "1" }
    })
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })
})

describe("an account by its name", () => {
  it.each([
    ["as `inlay accounts` prints it", "salesdata/env"],
    ["alone", "env"],
    ["not at all: a blank one is none", ""],
    ["with blanks", " env "]
  ])("%s", async (_, account) => {
    const { code, json } = await run(PEOPLE, example(PEOPLE), env(), "--account", account)
    expect([code, json.match]).toEqual([0, true])
  })

  it("of another plugin does not affect this one", async () => {
    const { json } = await run<ErrorDocument>(PEOPLE, example(PEOPLE), env(), "--account", "codehost/env")
    expect(json.error).toMatchObject({ reason: "NotFound", known: ["env"] })
  })
})
