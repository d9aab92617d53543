import { request } from "node:http"
import { gunzipSync } from "node:zlib"

import { at, objects } from "@inlay/sandbox-kit/json"
import { expect, test } from "vitest"

import { faultIn, faultNames, type WireFault, wireFaults } from "./faults.ts"
import { startSandbox } from "./index.ts"
import { get, post, startForFile, watch, type Watched } from "./testing/bench.ts"

const sandbox = await startForFile()

const path = "/salesdata/enrich/person"

const meet = (fault: WireFault, patienceMillis?: number): Promise<Watched> =>
  watch(sandbox, path, { profilenet_slug: `fault-${fault}-anna` }, {}, patienceMillis)

const charged = async (): Promise<unknown> => at((await get(`${sandbox.control}/charges`)).body, "total")
const lastCall = async (): Promise<unknown> => objects(at((await get(`${sandbox.control}/calls`)).body, "calls")).at(-1)

const statusLine = ({ bytes }: Watched): string => bytes.split("\r\n")[0] ?? ""
const bodyOf = ({ bytes }: Watched): string => bytes.slice(bytes.indexOf("\r\n\r\n") + 4)
const header = ({ bytes }: Watched, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, "im").exec(bytes.slice(0, bytes.indexOf("\r\n\r\n")))?.[1]?.trim()

test.each([
  ["401", 401],
  ["403", 403],
  ["409", 409],
  ["422", 422],
  ["429-seconds", 429],
  ["429-date", 429],
  ["429-bare", 429],
  ["500", 500],
  ["502-html", 502],
  ["503", 503],
  ["504", 504],
  ["throttle-body", 200],
  ["html-200", 200]
] as const)("%s: status %d, nothing charged", async (fault, status) => {
  const outcome = await meet(fault)
  expect(statusLine(outcome)).toContain(` ${status} `)
  expect(outcome.end).toBe("ended")
  expect(await charged()).toBe(0)
  expect(await lastCall()).toMatchObject({ fault, status, charged: 0 })
})

test("retry-after: in seconds, as a date, missing, and only in the body", async () => {
  expect(header(await meet("429-seconds"), "retry-after")).toBe("1")
  const date = Date.parse(header(await meet("429-date"), "retry-after") ?? "")
  expect(date - Date.now()).toBeGreaterThan(-1000)
  expect(date - Date.now()).toBeLessThan(3000)
  expect((await meet("429-bare")).bytes).not.toMatch(/retry-after|x-ratelimit/i)
  expect(JSON.parse(bodyOf(await meet("throttle-body")))).toMatchObject({ success: false, code: "rate_limited" })
  expect(header(await meet("502-html"), "content-type")).toBe("text/html; charset=utf-8")
  expect(bodyOf(await meet("html-200"))).toMatch(/^<!doctype html>/)
})

test("truncated-json: half an object in a complete response", async () => {
  const outcome = await meet("truncated-json")
  expect(() => JSON.parse(bodyOf(outcome)) as unknown).toThrow()
  expect(Number(header(outcome, "content-length"))).toBe(bodyOf(outcome).length)
  expect(await charged()).toBe(2)
})

test("wrong-type: the real response, declared as an image", async () => {
  const outcome = await meet("wrong-type")
  expect(header(outcome, "content-type")).toBe("image/png")
  expect(JSON.parse(bodyOf(outcome))).toMatchObject({ person: { slug: "fault-wrong-type-anna" } })
})

test("short-body: the connection ends before the length is reached", async () => {
  const outcome = await meet("short-body")
  expect(outcome.end).toBe("ended")
  expect(Number(header(outcome, "content-length"))).toBeGreaterThan(bodyOf(outcome).length)
  await expect(post(`${sandbox.origin}${path}`, { profilenet_slug: "fault-short-body-x" })).rejects.toThrow()
  expect(await charged()).toBe(4)
})

test("bad-gzip: declared, but not gzip", async () => {
  const outcome = await meet("bad-gzip")
  expect(header(outcome, "content-encoding")).toBe("gzip")
  expect(() => gunzipSync(Buffer.from(bodyOf(outcome), "latin1"))).toThrow()
  await expect(post(`${sandbox.origin}${path}`, { profilenet_slug: "fault-bad-gzip-x" })).rejects.toThrow()
})

test("bad-chunk: a chunk size that is not a number", async () => {
  const outcome = await meet("bad-chunk")
  expect(header(outcome, "transfer-encoding")).toBe("chunked")
  expect(bodyOf(outcome)).toMatch(/^zz\r\n/)
  await expect(post(`${sandbox.origin}${path}`, { profilenet_slug: "fault-bad-chunk-x" })).rejects.toThrow()
})

test.each([
  ["hang", 0],
  ["hang-after", 2]
] as const)("%s: silence, %d credits", async (fault, credits) => {
  const outcome = await meet(fault, 250)
  expect(outcome).toMatchObject({ bytes: "", end: "silence" })
  expect(await charged()).toBe(credits)
  expect(await lastCall()).toMatchObject({ fault, status: null, charged: credits })
})

test.each([
  ["reset-before", 0],
  ["reset-after", 2]
] as const)("%s: reset without a byte, %d credits", async (fault, credits) => {
  expect(await meet(fault)).toMatchObject({ bytes: "", end: "reset" })
  expect(await charged()).toBe(credits)
})

test("reset-middle: headers and half of the body, charged", async () => {
  const outcome = await meet("reset-middle")
  const length = Number(header(outcome, "content-length"))
  expect(outcome.end).not.toBe("silence")
  expect(statusLine(outcome)).toContain(" 200 ")
  expect(bodyOf(outcome).length).toBeGreaterThan(0)
  expect(bodyOf(outcome).length).toBeLessThan(length)
  expect(await charged()).toBe(2)
})

test("slow: the real answer after 1.5 seconds", async () => {
  const outcome = await meet("slow", 4000)
  expect(outcome.millis).toBeGreaterThan(1450)
  expect(JSON.parse(bodyOf(outcome))).toMatchObject({ success: true, person: { slug: "fault-slow-anna" } })
})

test("held: the real response once it is released, and not before", async () => {
  const answer = meet("held", 10_000)
  await expect.poll(lastCall).toMatchObject({ fault: "held", charged: 2 })
  const early = await Promise.race([answer, new Promise<"held">((resolve) => setTimeout(() => resolve("held"), 300))])
  expect(early).toBe("held")
  expect((await post(`${sandbox.control}/release`, {})).body).toEqual({ released: 1 })
  expect(JSON.parse(bodyOf(await answer))).toMatchObject({ success: true, person: { slug: "fault-held-anna" } })
})

test("slow-body: headers at once, the body in small pieces, complete for those who wait", async () => {
  const early = await meet("slow-body", 350)
  expect(early.end).toBe("silence")
  expect(bodyOf(early).length).toBeGreaterThan(0)
  expect(bodyOf(early).length).toBeLessThan(400)
  const whole = await meet("slow-body", 15_000)
  expect(whole.end).toBe("ended")
  expect(JSON.parse(bodyOf(whole))).toMatchObject({ success: true })
}, 20_000)

test("gzip-bomb: some kB that become 50 MB", async () => {
  const outcome = await meet("gzip-bomb", 10_000)
  const bytes = Buffer.from(bodyOf(outcome), "latin1")
  expect(header(outcome, "content-encoding")).toBe("gzip")
  expect(bytes.length).toBeLessThan(100_000)
  const size = gunzipSync(bytes).length
  expect(size).toBeGreaterThan(50 * 1024 * 1024)
}, 20_000)

test("big-id: an id that a double cannot hold", async () => {
  const body = bodyOf(await meet("big-id"))
  expect(body).toContain('"id":9223372036854775807')
  expect(at(JSON.parse(body), "person", "full_name")).toBeTypeOf("string")
})

test("odd-charge: a cost that is not a number", async () => {
  expect(bodyOf(await meet("odd-charge"))).toContain('"charged":1e400')
  expect(await charged()).toBe(2)
})

test("odd-headers: a date long past, limits that are not numbers", async () => {
  const outcome = await meet("odd-headers")
  expect(header(outcome, "date")).toContain("1990")
  expect(header(outcome, "x-ratelimit-remaining")).toBe("1e400")
  expect(JSON.parse(bodyOf(outcome))).toMatchObject({ success: true })
})

test("redirect: to another host, which records a client that follows with its key", async () => {
  const outcome = await meet("redirect")
  const port = new URL(sandbox.origin).port
  expect(statusLine(outcome)).toContain(" 307 ")
  expect(header(outcome, "location")).toBe(`http://localhost:${port}${path}?redirected=1`)
  const redirectAnswer = await post(`${sandbox.origin}${path}?redirected=1`, { profilenet_slug: "fault-redirect-anna" })
  expect(redirectAnswer.status).toBe(200)
})

test("redirect-loop: to itself", async () => {
  expect(header(await meet("redirect-loop"), "location")).toBe(path)
})

test("what is charged agrees with the table", async () => {
  const quick = faultNames.filter((name): name is WireFault => name in wireFaults && !name.startsWith("gzip"))
  for (const fault of quick) {
    await post(`${sandbox.control}/reset`, {})
    await meet(fault, 60)
    expect(await charged(), fault).toBe(wireFaults[fault].worked ? 2 : 0)
  }
})

test("a fault is requested by slug, address, e-mail, domain, website or header", async () => {
  const ask = async (noun: "person" | "company", body: unknown, headers?: Readonly<Record<string, string>>) =>
    (
      await post(`${sandbox.urls.salesdata}/enrich/${noun}`, body, {
        authorization: "Bearer sandbox-key-not-a-secret",
        ...headers
      })
    ).status
  expect(await ask("person", { profilenet_slug: "fault-409" })).toBe(409)
  expect(await ask("person", { profilenet_url: `${sandbox.origin}/in/fault-409-x/` })).toBe(409)
  expect(await ask("person", { email: "fault-409-x@estuary.example" })).toBe(409)
  expect(await ask("company", { domain: "fault-409-x.example" })).toBe(409)
  expect(await ask("company", { website: "https://www.fault-409.example/about" })).toBe(409)
  expect(await ask("company", { profilenet_url: `${sandbox.origin}/company/fault-409-x` })).toBe(409)
  expect(await ask("company", { abn: "51824753556" }, { "x-sandbox-fault": "409" })).toBe(409)
  expect(await ask("person", { email: "a@b.example" }, { "x-sandbox-fault": "none-such" })).toBe(400)
  expect(await ask("person", { email: "fault-409-x@estuary.example" }, { "x-api-key": "" })).toBe(409)
})

test("names are matched longest first, and only as a whole", () => {
  expect(faultIn("fault-reset-after-anna")).toBe("reset-after")
  expect(faultIn("fault-slow-body")).toBe("slow-body")
  expect(faultIn("fault-slow-bodil")).toBe("slow")
  expect(faultIn("fault-no-match-null-x")).toBe("no-match-null")
  expect(faultIn("fault-no-match-x")).toBe("no-match")
  expect(faultIn("fault-finder")).toBeUndefined()
  expect(faultIn("fault-slower")).toBeUndefined()
})

test("a stand-in is the same each time and has the requested identifiers", async () => {
  const ask = async (body: unknown): Promise<unknown> => (await post(`${sandbox.origin}${path}`, body)).body
  const bySlug = await ask({ profilenet_slug: "fault-wrong-type-anna" })
  const byMail = await ask({ email: "fault-wrong-type-anna@somewhere.example" })
  expect(at(byMail, "person", "full_name")).toBe(at(bySlug, "person", "full_name"))
  expect(at(byMail, "person", "emails", 0, "email")).toBe("fault-wrong-type-anna@somewhere.example")
  expect((await get(`${sandbox.control}/charges`)).body).toMatchObject({
    total: 4,
    items: [{ id: "per_fault-wrong-type-anna", credits: 4, times: 2 }]
  })
})

test("hanging connections end with the sandbox, and a disconnect ends the timers", async () => {
  const other = await startSandbox()
  const hanging = request(`${other.urls.salesdata}/enrich/person`, {
    method: "POST",
    headers: { "x-api-key": "sandbox-key-not-a-secret" }
  })
  const ending = new Promise((resolve) => hanging.once("error", resolve))
  hanging.end(JSON.stringify({ profilenet_slug: "fault-hang-x" }))
  await watch(other, path, { profilenet_slug: "fault-slow-x" }, {}, 100)
  await other.close()
  expect(await ending).toBeInstanceOf(Error)
})
