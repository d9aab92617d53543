// Downloads logs and archives through API Call: they are fetched from the signed address without the account's token,
// and binary data is never returned as text.
import { createServer, type Server } from "node:http"

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { connect } from "../../tests/connected.ts"
import type { Json } from "../../tests/steps.ts"

const service = answers()
const LOG = Array.from({ length: 20_000 }, (_, n) => `2026-01-31T12:00:00.0000000Z line ${n + 1}\n`).join("")
const ZIP = Buffer.from([
  0x50,
  0x4b,
  3,
  4,
  0,
  0,
  0xff,
  0xfe,
  0x80,
  0x81,
  ...Array.from({ length: 200 }, (_, n) => (n * 37) % 256)
])

let storage: Server | undefined
let origin = ""
let headers: Array<Readonly<Record<string, unknown>>> = []
let file: { readonly type: string; readonly bytes: Buffer; readonly status?: number } = {
  type: "text/plain",
  bytes: Buffer.from(LOG)
}

beforeAll(async () => {
  storage = createServer((req, res) => {
    headers.push(req.headers)
    // Signed storage refuses requests that carry two kinds of credentials.
    const status = req.headers.authorization === undefined ? (file.status ?? 200) : 400
    res.writeHead(status, { "content-type": file.type, "content-length": file.bytes.length })
    res.end(file.bytes)
  })
  await new Promise<void>((resolve) => storage?.listen(0, "127.0.0.1", resolve))
  const address = storage.address()
  origin = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
})
afterAll(() => storage?.close())
beforeEach(() => {
  headers = []
  file = { type: "text/plain", bytes: Buffer.from(LOG) }
})

const call = async (endpoint: string, more: object = {}): Promise<Json> => {
  service.answer(() => ({ status: 302, headers: { location: `${origin}/logs/1?sig=s3cret` } }))
  return (await connect(service.origin()))("codehost_api_call", { method: "GET", endpoint, ...more })
}

const JOB = "/repos/acme/widgets/actions/jobs/7/logs"

describe("a job's log", () => {
  it("is read from its end, without the token", async () => {
    const answer = await call(JOB)
    expect(answer.status).toBe(200)
    expect(LOG.endsWith(answer.body)).toBe(true)
    expect(answer.body).toMatch(/^2026/)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(16_384)
    expect(answer.left_out).toEqual([expect.stringMatching(/^body: the last [\d,]+ of [\d,]+ characters/)])
    expect(headers.map((request) => request["authorization"])).toEqual([undefined])
    expect(JSON.stringify(answer)).not.toContain("s3cret")
  })

  it("is read from its beginning on request, part after part", async () => {
    const parts: Array<string> = []
    let next: object | undefined = { offset: 0, max_kb: 195 }
    while (next !== undefined) {
      const answer: Json = await call(JOB, next)
      parts.push(answer.body)
      next = answer.next
    }
    expect(parts.join("") === LOG).toBe(true)
  })

  it("that has expired in the storage says so", async () => {
    file = { type: "application/xml", bytes: Buffer.from("<Error/>"), status: 403 }
    const error = await call(JOB).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ reason: { _tag: "Unavailable", what: expect.stringContaining("returned 403") } })
  })
})

it("nothing else is fetched from where the service, or a sign-in page in front of it, redirects to", async () => {
  const error = await call("/repos/acme/widgets/issues").catch((reason: unknown) => reason)
  expect(error).toMatchObject({ reason: { _tag: "Refused", guard: "redirect" } })
  expect(headers).toEqual([])
})

describe("an archive", () => {
  it.each([
    "/repos/acme/widgets/actions/runs/7/logs",
    "/repos/acme/widgets/actions/runs/7/attempts/1/logs",
    "/repos/acme/widgets/actions/artifacts/7/zip",
    "/repos/acme/widgets/zipball/main",
    "/repos/acme/widgets/tarball"
  ])("%s is refused before anything is sent, and the error names an alternative", async (endpoint) => {
    const error = await call(endpoint).catch((reason: Json) => reason)
    expect(error).toMatchObject({ reason: { _tag: "Invalid", fields: [{ field: "endpoint" }] } })
    expect(error.message).toMatch(/archive/)
    expect(service.asked()).toEqual([])
  })

  it("that a release links to is described, not returned", async () => {
    file = { type: "application/zip", bytes: ZIP }
    const asset = { headers: { accept: "application/octet-stream" } }
    const error = await call("/repos/acme/widgets/releases/assets/7", asset).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      reason: {
        _tag: "Decode",
        what: `The linked file is not text: application/zip, ${ZIP.length} bytes. A browser can download it.`
      }
    })
  })

  it.each([
    ["with zero bytes", Buffer.from(`${"text ".repeat(1000)}\0`.slice(-4000))],
    ["with bytes that are no text in it", Buffer.concat([Buffer.from("text ".repeat(400)), Buffer.alloc(60, 0xff)])]
  ])("a file %s is described, not returned as broken text", async (_, bytes) => {
    file = { type: "application/octet-stream", bytes }
    const asset = { headers: { accept: "application/octet-stream" } }
    const error = await call("/repos/acme/widgets/releases/assets/7", asset).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ reason: { _tag: "Decode", what: expect.stringContaining("is not text") } })
  })

  it("text that a release links to is read", async () => {
    file = { type: "application/octet-stream", bytes: Buffer.from("abc  widgets.tar.gz\n") }
    const asset = { headers: { accept: "application/octet-stream" } }
    expect(await call("/repos/acme/widgets/releases/assets/7", asset)).toMatchObject({ body: "abc  widgets.tar.gz\n" })
  })
})
