import { connect } from "node:net"

import { expect, test } from "vitest"

import { at, startFor } from "../testing/bench.ts"
import { type FaultName, faultNames, faults, makeFaultQueue } from "./faults.ts"

const { ask, control, sandbox } = startFor()

interface Encounter {
  readonly bytes: string
  readonly end: "ended" | "reset" | "silence"
}

const silent: ReadonlyArray<FaultName> = ["hang", "hang-after", "slow", "slow-body"]

/** Sends a write over a raw socket and records the response bytes and how the connection ends. */
const meet = (fault: FaultName): Promise<Encounter> =>
  new Promise((resolve) => {
    const patienceMillis = silent.includes(fault) ? 250 : 10_000
    const { hostname, port } = new URL(sandbox().origin)
    const socket = connect(Number(port), hostname)
    let bytes = ""
    const finish = (end: Encounter["end"]): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ bytes, end })
    }
    const timer = setTimeout(() => finish("silence"), patienceMillis)
    socket.on("data", (chunk) => {
      bytes += chunk.toString("latin1")
    })
    socket.on("end", () => finish("ended"))
    socket.on("error", () => finish("reset"))
    const body = JSON.stringify({ name: "made" })
    const head = [
      "POST /codehost/user/repos HTTP/1.1",
      `host: ${hostname}:${port}`,
      "user-agent: test",
      `authorization: Bearer ${sandbox().env.INLAY_CODEHOST_TOKEN}`,
      `x-sandbox-fault: ${fault}`,
      `content-length: ${body.length}`,
      "connection: close"
    ]
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`)
  })

const header = ({ bytes }: Encounter, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, "im").exec(bytes.slice(0, bytes.indexOf("\r\n\r\n")))?.[1]?.trim()
const statusOf = ({ bytes }: Encounter): number => Number(bytes.split(" ")[1])
const bodyOf = ({ bytes }: Encounter): string => bytes.slice(bytes.indexOf("\r\n\r\n") + 4)

const statuses: Partial<Record<FaultName, number>> = {
  throttle: 403,
  "throttle-429": 429,
  "throttle-bare": 403,
  "primary-limit": 403,
  "primary-limit-429": 429,
  "bad-credentials": 401,
  forbidden: 403,
  "sso-required": 403,
  "not-found": 404,
  gone: 410,
  "conflict-merging": 409,
  blocked: 451,
  "server-error": 500,
  "server-error-after": 500,
  "bad-gateway": 502,
  "bad-gateway-after": 502,
  unavailable: 503,
  "gateway-timeout": 504,
  "html-200": 200,
  "empty-200": 200,
  "other-shape": 200,
  redirect: 307,
  "redirect-loop": 307
}

test.each(faultNames)("%s: the request took effect or not, as documented", async (fault) => {
  const encounter = await meet(fault)
  const status = statuses[fault]
  if (status !== undefined) expect(statusOf(encounter)).toBe(status)
  expect((await ask("/repos/mona/made")).status).toBe(faults[fault].worked ? 200 : 404)
  const { body } = await control("/calls")
  expect(at(body, "calls", 0, "fault")).toBe(fault)
})

test("limits say when to retry, or do not", async () => {
  expect(header(await meet("throttle"), "retry-after")).toBe("1")
  const bare = await meet("throttle-bare")
  expect(header(bare, "retry-after")).toBeUndefined()
  expect(Number(header(bare, "x-ratelimit-remaining"))).toBeGreaterThan(0)
  const primary = await meet("primary-limit")
  expect(header(primary, "x-ratelimit-remaining")).toBe("0")
  expect(Number(header(primary, "x-ratelimit-reset")) - Date.now() / 1000).toBeLessThan(4)
  expect(header(await meet("sso-required"), "x-github-sso")).toContain("required; url=")
})

test("how connections end", async () => {
  expect((await meet("reset")).end).toBe("reset")
  expect((await meet("reset-after")).end).toBe("reset")
  expect(await meet("hang")).toEqual({ bytes: "", end: "silence" })
  const middle = await meet("reset-middle")
  expect(bodyOf(middle).length).toBeLessThan(Number(header(middle, "content-length")))
  const short = await meet("short-body")
  expect(bodyOf(short).length).toBeLessThan(Number(header(short, "content-length")))
  const truncated = await meet("truncated")
  expect(bodyOf(truncated).length).toBe(Number(header(truncated, "content-length")))
  expect(() => JSON.parse(bodyOf(truncated)) as unknown).toThrow()
})

test("the queue: in order, a number of times, for matching calls, until the reset", async () => {
  await control("/faults", { fault: "gone", path: "/repos/acme", method: "GET", times: 2 })
  await control("/faults", { fault: "server-error" })
  expect((await ask("/user")).status).toBe(500)
  expect((await ask("/repos/acme/widgets/topics", { method: "PUT", body: { names: [] } })).status).toBe(200)
  expect((await ask("/repos/acme/widgets")).status).toBe(410)
  expect(at((await control("/faults")).body, "queued")).toEqual([
    { fault: "gone", method: "GET", path: "/repos/acme", times: 1 }
  ])
  await control("/reset", {})
  expect((await ask("/repos/acme/widgets")).status).toBe(200)
})

test("at random: the given share, and the same for the same seed", () => {
  const run = (seed: number) => {
    const queue = makeFaultQueue()
    queue.setShare(0.25, seed)
    return Array.from({ length: 1000 }, () => queue.take("GET", "/user") ?? null)
  }
  const met = run(7).filter((fault) => fault !== null)
  expect(met.length).toBeGreaterThan(200)
  expect(met.length).toBeLessThan(300)
  expect(run(7)).toEqual(run(7))
  expect(run(8)).not.toEqual(run(7))
})

test.each([[{ fault: "no-such" }], [{}], [{ fault: "hang", times: 0 }], [{ fault: "hang", path: 1 }]])(
  "refuses the fault %j",
  async (body) => expect((await control("/faults", body)).status).toBe(400)
)

test("lists the available controls", async () => {
  const { body, status } = await control("/nothing")
  expect([status, at(body, "message")]).toEqual([404, expect.stringContaining("GET /calls")])
})
