// Every fault over undici: the reason, the attempts, the charge and the time. Nothing crashes, and no socket stays
// open.
import * as diagnostics from "node:diagnostics_channel"

import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"

import {
  expectations,
  limitMillisOf,
  playAll,
  playTable,
  verdictsOf,
  type CallKind,
  type Row
} from "../src/testing/bad-answers/index.ts"
import { CALL_KINDS, PRICE } from "../src/testing/bad-answers/index.ts"
import { faultNames, faults, startFaultServer, type FaultName, type FaultServer } from "../src/testing/fault-server.ts"
import * as Node from "../src/transport/node.ts"

const MEGABYTE = 1024 * 1024
const MAX_BODY_BYTES = 16 * MEGABYTE
/** Undici's Readable may hold one chunk more than was read from it. */
const CHUNK_BYTES = 128 * 1024

/** Additional time that a busy machine may take. */
const BUSY_MILLIS = 5_000

const crashes: Array<unknown> = []
const crashed = (error: unknown) => void crashes.push(error)
/** Bytes of bodies that arrived, by request. */
const received = new Map<string, number>()
const receive = (message: unknown) => {
  const { request, chunk } = message as { request: { origin: string; path: string }; chunk: Uint8Array }
  const at = request.origin + request.path
  received.set(at, (received.get(at) ?? 0) + chunk.byteLength)
}

let server: FaultServer
let rows: ReadonlyMap<FaultName, Row>

beforeAll(async () => {
  process.on("uncaughtException", crashed).on("unhandledRejection", crashed)
  diagnostics.subscribe("undici:request:bodyChunkReceived", receive)
  server = await startFaultServer()
  const runtime = ManagedRuntime.make(Node.layer)
  const played = await playTable(server, (scene) => runtime.runPromise(playAll(scene)))
  await runtime.dispose()
  rows = new Map(played.map((row) => [row.fault, row]))
}, 120_000)

afterAll(async () => {
  diagnostics.unsubscribe("undici:request:bodyChunkReceived", receive)
  process.off("uncaughtException", crashed).off("unhandledRejection", crashed)
  await server.close()
})

const rowOf = (fault: FaultName): Row => {
  const row = rows.get(fault)
  assert.isDefined(row)
  return row
}

/** The result of the same paid lookup afterwards: the cached answer, or a refusal to buy it again blindly. */
const againOf = (charged: number | "unknown" | undefined) => {
  if (charged === "unknown") return "Refused"
  return charged === PRICE ? "answered" : undefined
}

describe.each(faultNames)("%s", (fault) => {
  const expected = expectations[fault]

  it(`(${faults[fault].describes}) has its reason, attempts and charge`, () => {
    const row = rowOf(fault)
    expect(verdictsOf(row)).toEqual(expected.undici)
    assert.include(row.played.get.says, expected.says ?? "")
    const { post } = row.played
    // For a change that may have been made, the error must not advise a retry.
    if (post.says.includes('"to":"lookFirst"')) assert.notInclude(post.says, '"to":"retry"')
    else assert.include(post.says, expected.says ?? "")
    assert.strictEqual(row.played.paid.again, againOf(expected.undici.paid.charged))
  })

  it("arrives exactly as often as it was sent", () => {
    const attempts = (kind: CallKind) => ("respond" in faults[fault] ? expected.undici[kind].attempts : 0)
    expect(rowOf(fault).arrived).toEqual({ get: attempts("get"), post: attempts("post"), paid: attempts("paid") })
  })

  it("ends within the time limit", () => {
    const { played } = rowOf(fault)
    for (const kind of CALL_KINDS) assert.isBelow(played[kind].millis, limitMillisOf(fault) + BUSY_MILLIS)
    assert.isAtLeast(played.get.millis, expected.atLeastMillis ?? 0)
  })

  it("leaves no connection behind", () => expect.poll(() => server.at[fault].open, { timeout: 20_000 }).toBe(0))
})

it("nothing arrives at the targets of redirects", () => {
  assert.deepStrictEqual([...server.elsewhere.arrivals], [])
})

it("no fault crashes the process or changes what every object inherits", () => {
  assert.deepStrictEqual(crashes, [])
  assert.isUndefined(({} as { readonly polluted?: boolean }).polluted)
})

it("an endless body is read only up to the limit", () => {
  const { origin } = server.at["endless-body"]
  for (const kind of CALL_KINDS) {
    const bytes = received.get(`${origin}/${kind}`) ?? 0
    assert.isAbove(bytes, MAX_BODY_BYTES)
    assert.isAtMost(bytes, MAX_BODY_BYTES + CHUNK_BYTES)
  }
})
