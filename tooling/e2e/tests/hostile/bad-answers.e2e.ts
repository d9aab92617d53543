// Every fault through the browser's `fetch` in an extension's worker: the same table as for undici, with the
// differences that its column states. The outcomes are saved in `artifacts`.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

import { launchWithExtension, type ExtensionBrowser } from "@inlay/browser"
import {
  CALL_KINDS,
  expectations,
  limitMillisOf,
  playTable,
  tableText,
  verdictsOf,
  type CallKind,
  type PlayFault,
  type Row
} from "@inlay/core-http/testing/bad-answers"
import {
  faultNames,
  faults,
  startFaultServer,
  type FaultName,
  type FaultServer
} from "@inlay/core-http/testing/fault-server"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { buildWorkerExtension, loopback } from "../../src/product/worker-extension.ts"
import { isWhole } from "../whole.ts"

const entry = fileURLToPath(import.meta.resolve("@inlay/core-http/testing/bad-answers/worker"))
/** How much longer a busy machine may take. */
const busyMillis = 5_000
const artifacts = new URL("../../../../artifacts/", import.meta.url)

let folder = ""
let server: FaultServer
let extension: ExtensionBrowser
let rows: ReadonlyMap<FaultName, Row>
let uncaught: unknown

beforeAll(async () => {
  folder = await buildWorkerExtension(entry)
  server = await startFaultServer()
  extension = await launchWithExtension({ plain: !isWhole, extensionDir: folder, grantOrigins: loopback })
  const worker = await extension.serviceWorker()
  const playFault = (scene: unknown) => worker.evaluate(`playFault(${JSON.stringify(scene)})`) as ReturnType<PlayFault>
  const table = await playTable(server, playFault)
  uncaught = await worker.evaluate("uncaught")
  await extension.close()
  rows = new Map(table.map((row) => [row.fault, row]))
  mkdirSync(artifacts, { recursive: true })
  const because = (fault: FaultName) => expectations[fault].because ?? ""
  writeFileSync(
    new URL("bad-answers-chromium.txt", artifacts),
    tableText(table, { title: "how the browser differs", of: because })
  )
}, 120_000)

afterAll(async () => {
  await extension.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const rowOf = (fault: FaultName): Row => {
  const row = rows.get(fault)
  if (row === undefined) throw new Error(`${fault} was not played`)
  return row
}

describe.each(faultNames)("%s", (fault) => {
  const { browser, browserRepeats, undici } = expectations[fault]
  const expected = browser ?? undici

  it(`(${faults[fault].describes}) has the expected reason, attempts and charge`, () => {
    expect(verdictsOf(rowOf(fault))).toEqual(expected)
  })

  it("arrives exactly as often as it was sent", () => {
    const byItself = browserRepeats === true ? 1 : 0
    const sentCount = (kind: CallKind) => ("respond" in faults[fault] ? expected[kind].attempts + byItself : 0)
    expect(rowOf(fault).arrived).toEqual({ get: sentCount("get"), post: sentCount("post"), paid: sentCount("paid") })
  })

  it("ends within the time limit", () => {
    const { played } = rowOf(fault)
    for (const kind of CALL_KINDS) expect(played[kind].millis).toBeLessThan(limitMillisOf(fault) + busyMillis)
  })
})

it("an id over 2^53 keeps all digits, in a browser too", () => {
  expect(rowOf("long-integers").played.get.says).toContain('"id":"9007199254740993"')
})

it("no request reaches the redirect targets", () => expect(server.elsewhere.arrivals).toEqual([]))

it("the worker has no uncaught errors", () => expect(uncaught).toEqual([]))

it("no connection is left open", () =>
  expect.poll(() => faultNames.filter((fault) => server.at[fault].open > 0)).toEqual([]))
