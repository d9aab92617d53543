/** The thread that writes ends in the middle of its work: who is not answered 202 is answered 503, and it is started anew. */
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import type { Worker } from "node:worker_threads"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { afterEach, beforeEach, expect, it } from "vitest"

import { databaseFile } from "../../storage/places.ts"
import { eventHub, signatureOf } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const closing: Array<() => unknown> = []
/** Those that were started since the test began, the newest last. */
let threads: Array<Worker> = []
const note = (message: unknown) => void threads.push((message as { readonly worker: Worker }).worker)
beforeEach(() => {
  threads = []
  subscribe("worker_threads", note)
})
afterEach(async () => {
  unsubscribe("worker_threads", note)
  for (const close of closing.splice(0).toReversed()) await close()
})

const start = async () => {
  const at = directory()
  const hub = await eventHub({ directory: at, url: undefined })
  closing.push(hub.close)
  const hook = await hub.hook("repos/acme/widgets")
  const file = new DatabaseSync(databaseFile(at))
  closing.push(() => file.close())
  const numbers = file.prepare("SELECT body FROM inbox")
  return {
    file,
    send: async (number: number) => {
      const body = JSON.stringify({ ...star.body, number })
      const { status, headers } = await hook.send(body, {
        "content-type": "application/json",
        "x-github-event": "star",
        "x-github-delivery": crypto.randomUUID(),
        "x-hub-signature-256": signatureOf(hook.secret, body)
      })
      return { status, retryAfter: headers.get("retry-after") }
    },
    stored: () =>
      numbers
        .all()
        .map(
          ({ body }) =>
            (JSON.parse(Buffer.from(body as Uint8Array).toString("utf8")) as typeof star.body & { number: number })
              .number
        )
        .sort((a, b) => a - b)
  }
}

const ACCEPTED = { status: 202, retryAfter: null }
const REFUSED = { status: 503, retryAfter: "10" }
const numbersTo = (end: number) => Array.from({ length: end }, (_, number) => number)

it("answers 503 to who waited for another program with it, and takes that once it is sent again", async () => {
  const { file, send, stored } = await start()
  expect(await send(0)).toEqual(ACCEPTED)
  file.exec("BEGIN IMMEDIATE")
  const waiting = send(1)
  await sleep(100)
  await threads.at(-1)?.terminate()
  expect(await waiting).toEqual(REFUSED)
  file.exec("ROLLBACK")
  expect(await Promise.all(numbersTo(8).map(send))).toEqual(numbersTo(8).map(() => ACCEPTED))
  expect(stored()).toEqual(numbersTo(8))
  expect(threads).toHaveLength(2)
})

it.each([
  ["ends", (thread: Worker | undefined) => thread?.terminate()],
  // No group: it fails at reading one.
  ["throws", (thread: Worker | undefined) => thread?.postMessage(undefined, [])]
])("loses nothing that was answered 202 where it %s again and again", async (_, end) => {
  const { send, stored } = await start()
  const accepted: Array<number> = []
  const refused: Array<number> = []
  const next = numbersTo(200)
  const ending = (async () => {
    for (let before = 0; next.length > 0; await sleep(5)) {
      if (accepted.length === before) continue
      before = accepted.length
      await end(threads.at(-1))
    }
  })()
  await Promise.all(
    numbersTo(20).map(async () => {
      for (let number = next.shift(); number !== undefined; number = next.shift()) {
        const answer = await send(number)
        if (answer.status === 202) accepted.push(number)
        else {
          expect(answer).toEqual(REFUSED)
          refused.push(number)
        }
      }
    })
  )
  await ending
  expect(refused.length).toBeGreaterThan(0)
  expect(threads.length).toBeGreaterThan(2)
  const before = new Set(stored())
  expect(accepted.filter((number) => !before.has(number))).toEqual([])
  // The last thread may be about to end: the service sends until it is answered 202.
  for (const number of refused) await expect.poll(() => send(number), { timeout: 10_000 }).toEqual(ACCEPTED)
  expect(stored()).toEqual(numbersTo(200))
})
