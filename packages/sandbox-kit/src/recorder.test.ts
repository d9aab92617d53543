import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { afterEach, beforeEach, describe, expect, it } from "vitest"

import { invention } from "./invented.ts"
import { record } from "./recorder.ts"
import { serve, type Serving } from "./serve.ts"
import { ask, post } from "./testing.ts"
import { jsonAnswer, readBody, send } from "./wire.ts"

const person = {
  id: 4_201_337,
  full_name: "Deepa Carmody",
  emails: [{ value: "deepa.carmody@estuary-vineyards.example", status: "verified" }],
  mobile: "+61 491 570 685",
  do_not_call: true,
  company: { name: "Estuary Vineyards", domain: "estuary-vineyards.example", size: 649 },
  checked_at: "2026-02-11T08:00:00Z",
  profile: "https://profilenet.example/in/deepa-carmody"
}
const OF_HERS = [
  "Deepa",
  "Carmody",
  "deepa",
  "carmody",
  "estuary",
  "Estuary",
  "491 570 685",
  "4201337",
  "2026-02-11",
  "secret"
]

let folder: string
let requests: Array<{
  readonly url: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: unknown
}>
let service: Serving
let recorder: Serving
let lines: Array<string>

const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const { url = "", headers } = req
  requests.push({ url, headers, body: await readBody(req) })
  if (url.startsWith("/v1/lost")) return void res.destroy()
  if (url.startsWith("/v1/page")) return send(res, { status: 502, headers: {}, body: "<h1>no</h1>" })
  if (url.startsWith("/v1/missing"))
    return send(res, jsonAnswer(404, { message: "Nobody matches Deepa Carmody at deepa@estuary.example" }))
  send(res, jsonAnswer(200, person, { "x-ratelimit-remaining": "7", "set-cookie": "session=secret" }))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "inlay-recorder-"))
  requests = []
  lines = []
  service = await serve((req, res) => void answer(req, res))
  recorder = await record({
    service: new URL(`${service.origin}/v1/`),
    folder,
    onAnswer: (line) => void lines.push(line)
  })
})
afterEach(async () => {
  await Promise.all([recorder.close(), service.close()])
  rmSync(folder, { recursive: true })
})

const written = () => readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")] as const)

describe("the recorder", () => {
  it("forwards a request unchanged, returns the response, and writes it without personal data", async () => {
    const { status, body } = await post(
      `${recorder.origin}/people/enrich?email=deepa.carmody%40estuary-vineyards.example`,
      { name: "Deepa Carmody" },
      { authorization: "Bearer secret" }
    )
    expect([status, body]).toEqual([200, person])
    expect(requests[0]).toMatchObject({
      url: "/v1/people/enrich?email=deepa.carmody%40estuary-vineyards.example",
      headers: { authorization: "Bearer secret" },
      body: `{"name":"Deepa Carmody"}`
    })
    const [[file, text] = ["", ""]] = written()
    expect(file).toBe("001-post-people.json")
    for (const one of OF_HERS) expect(text).not.toContain(one)
    const fixture = JSON.parse(text) as {
      readonly body: typeof person
      readonly headers: object
      readonly status: number
    }
    expect(fixture).toMatchObject({ status: 200, headers: { "x-ratelimit-remaining": "7" }, expect: {} })
    expect(fixture.body).toMatchObject({ do_not_call: true, emails: [{ status: "verified" }], company: { size: 649 } })
    expect(fixture.body.mobile).toMatch(/^\+\d\d \d{3} \d{3} \d{3}$/)
    expect(fixture.body.emails[0]?.value.split("@")[1]).toBe(fixture.body.company.domain)
  })

  it("keeps the text of a failure without the names in it", async () => {
    await ask(`${recorder.origin}/missing/deepa-carmody?of=Deepa%20Carmody`)
    const [[file, text] = ["", ""]] = written()
    expect(file).toBe("001-get-missing.json")
    expect(text).toMatch(/Nobody matches [A-Z][a-z]{4} [A-Z][a-z]{6} at \S+@\S+\.example/)
    for (const one of OF_HERS) expect(text).not.toContain(one)
  })

  it("writes nothing for a page or a lost response, and says so", async () => {
    expect((await ask(`${recorder.origin}/page`)).status).toBe(502)
    await expect(fetch(`${recorder.origin}/lost`, { method: "POST" })).rejects.toThrow()
    expect(written()).toEqual([])
    expect(lines).toEqual([expect.stringContaining("not JSON"), expect.stringContaining("connection")])
    expect(requests).toHaveLength(2)
  })

  it("never replaces a file", async () => {
    writeFileSync(join(folder, "001-get-people.json"), "mine")
    expect((await ask(`${recorder.origin}/people/4201337`)).status).toBe(200)
    expect(written()).toEqual([["001-get-people.json", "mine"]])
    expect(lines).toEqual([expect.stringContaining("nothing written")])
  })

  it.each(["http://provider.example/v1", "https://mona:secret@provider.example/v1"])("refuses %s", async (address) => {
    await expect(record({ service: new URL(address), folder })).rejects.toThrow(/https|password/)
  })
})

describe("an invented value", () => {
  it("is the same for the same text, and different in another run", () => {
    const of = (salt: string) =>
      invention({ salt }).value({ a: "Deepa Carmody", b: "Deepa Carmody" }) as { a: string; b: string }
    const one = of("1")
    expect(one.a).toBe(one.b)
    expect(of("2").a).not.toBe(one.a)
  })

  it("keeps what is asked for, short numbers and other types, and the distance between dates", () => {
    const value = { plan: "pro", seats: 12, empty: "", none: null, from: "2026-01-01", to: "2026-01-31", 旗: "旗竿" }
    const invented = invention({ keep: ["plan"] }).value(value) as typeof value
    expect(invented).toMatchObject({ plan: "pro", seats: 12, empty: "", none: null })
    expect(Date.parse(invented.to) - Date.parse(invented.from)).toBe(30 * 86_400_000)
    expect(invented.from).not.toBe(value.from)
    expect(JSON.stringify(invented["旗"])).not.toContain("竿")
  })

  it("replaces field names that are personal addresses", () => {
    const [name = ""] = Object.keys(invention().value({ "deepa@estuary.example": 1 }) as object)
    expect(name).toMatch(/^[a-z]{5}@[a-z]{7}\.example$/)
  })
})
