/**
 * Deliveries that arrive together share a commit. Tests what becomes of each if the database rejects one, rejects all,
 * or is locked.
 */
import { spawn } from "node:child_process"
import { request } from "node:http"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { databaseFile, deliveriesOf } from "../../storage/paths.ts"
import { backends } from "../../testing/backends.ts"
import { startCodeHost } from "../../testing/events/code-host.ts"
import { signatureOf, type EventHub, hubForTest } from "../../testing/events/hub.ts"
import { inlayJson, main, environment } from "../../testing/processes/command.ts"
import { serve } from "../../testing/processes/serving.ts"
import { Inbox } from "../inbox.ts"
import { damagedFiles } from "./journal/files.ts"

const { all, directory } = backends()

const hubOf = async (place: Parameters<typeof hubForTest>[0]) => {
  const hub = await hubForTest(place)
  return { hub, hook: await hub.hook("repos/acme/widgets") }
}

const bodyOf = (number: number, more = "") => JSON.stringify({ ...star.body, number, more })

const headersOf = (secret: string, body: string) => ({
  "content-type": "application/json",
  "x-github-event": "star",
  "x-github-delivery": crypto.randomUUID(),
  "x-hub-signature-256": signatureOf(secret, body)
})

const rowsOf = (hub: EventHub) =>
  hub
    .run(SqlClient.SqlClient.use((sql) => sql<{ readonly rows: number }>`SELECT count(*) AS rows FROM inbox`))
    .then(([row]) => Number(row?.rows))

/** Everything that was accepted arrives in the inbox. */
const expectRows = (hub: EventHub, count: number) => expect.poll(() => rowsOf(hub), { timeout: 20_000 }).toBe(count)

/** A database trigger that rejects deliveries with the header `x-refuse`. */
const REFUSING = {
  SQLite: [
    `CREATE TRIGGER refusing BEFORE INSERT ON inbox WHEN instr(NEW.headers, 'x-refuse') > 0
     BEGIN SELECT RAISE(ABORT, 'refused by a rule'); END`
  ],
  PostgreSQL: [
    `CREATE FUNCTION refusing() RETURNS trigger AS $$ BEGIN
       IF position('x-refuse' in NEW.headers) > 0 THEN RAISE EXCEPTION 'refused by a rule'; END IF;
       RETURN NEW;
     END $$ LANGUAGE plpgsql`,
    "CREATE TRIGGER refusing BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION refusing()"
  ]
}

describe.each(all)("a burst of deliveries on $name", ({ name, place }) => {
  it("is kept but for those that the database refuses, and each once", async () => {
    const at = await place()
    const { hub, hook } = await hubOf(at)
    // On SQLite, deliveries are answered before the database rejects them, and are then set aside.
    const refusal = name === "SQLite" ? 202 : 503
    for (const statement of REFUSING[name]) await hub.run(SqlClient.SqlClient.use((sql) => sql.unsafe(statement)))
    const numbers = Array.from({ length: 120 }, (_, number) => number)
    const send = (number: number) => {
      const body = bodyOf(number)
      const isRefused = number % 40 === 7
      return hook.send(body, { ...headersOf(hook.secret, body), ...(isRefused && { "x-refuse": "1" }) })
    }
    const statuses = await Promise.all(numbers.map(async (number) => (await send(number)).status))
    expect(statuses).toEqual(numbers.map((number) => (number % 40 === 7 ? refusal : 202)))
    await expectRows(hub, 117)
    // Like a service that repeats deliveries without a response: the same body is the same delivery.
    const again = await Promise.all(numbers.map(async (number) => (await send(number)).status))
    expect(again).toEqual(statuses)
    // The three rejected deliveries are set aside each of the two times.
    const setAside = () => damagedFiles(deliveriesOf(databaseFile(at.directory))).length
    await expect.poll(setAside, { timeout: 20_000 }).toBe(name === "SQLite" ? 6 : 0)
    expect(await rowsOf(hub)).toBe(117)
  })

  it("leaves nothing of a sender that goes away in the middle of a body, and waits for one that is slow", async () => {
    const { hub, hook } = await hubOf(await place())
    const body = bodyOf(1)
    const begin = () => {
      const headers = { ...headersOf(hook.secret, body), "content-length": Buffer.byteLength(body) }
      const outgoing = request(new URL(`/webhooks/${hook.id}`, hub.url), { method: "POST", headers })
      outgoing.on("error", () => {})
      return outgoing
    }
    for (let n = 0; n < 20; n++) {
      const outgoing = begin()
      outgoing.write(body.slice(0, 100 + n))
      outgoing.once("socket", (socket) => setTimeout(() => socket.destroy(), 20))
    }
    const slow = begin()
    const status = new Promise<number | undefined>((resolve) =>
      slow.once("response", (response) => resolve(response.resume().statusCode))
    )
    for (let at = 0; at < body.length - 1; at += 2_000) {
      slow.write(body.slice(at, Math.min(at + 2_000, body.length - 1)))
      await sleep(20)
    }
    expect(await rowsOf(hub)).toBe(0)
    slow.end(body.slice(-1))
    expect(await status).toBe(202)
    await expectRows(hub, 1)
  })

  it("is asked for a body that waits to be asked for, unless it is refused", async () => {
    const { hub, hook } = await hubOf(await place())
    const send = (secret: string, type = "application/json") => {
      const body = bodyOf(2)
      const headers = { ...headersOf(secret, body), "content-type": type, expect: "100-continue" }
      const outgoing = request(new URL(`/webhooks/${hook.id}`, hub.url), { method: "POST", headers })
      outgoing.once("continue", () => outgoing.end(body))
      outgoing.flushHeaders()
      return new Promise<number | undefined>((resolve, reject) => {
        outgoing.once("error", reject)
        outgoing.once("response", (response) => {
          response.resume()
          outgoing.destroy()
          resolve(response.statusCode)
        })
      })
    }
    expect(await send(hook.secret)).toBe(202)
    expect(await send("another")).toBe(401)
    expect(await send(hook.secret, "text/plain")).toBe(415)
    await expectRows(hub, 1)
  })
})

it("counts by a secret that another server exchanged a moment ago", async () => {
  const [, postgres] = all
  const place = await postgres.place()
  const { hub, hook } = await hubOf(place)
  const other = await hub.again()
  onTestFinished(other.close)
  const send = (secret: string, number: number) => {
    const body = bodyOf(number)
    return other.call("POST", `/webhooks/${hook.id}`, { body, headers: headersOf(secret, body) })
  }
  expect((await send(hook.secret, 1)).status).toBe(202)
  const rotated = (await hub.api("POST", `/api/hooks/${hook.id}/secret`)).json.secret as string
  expect((await send(rotated, 2)).status).toBe(202)
})

it("is answered at once while another program holds the file, and read after that", async () => {
  const place = { directory: directory(), url: undefined }
  const { hub, hook } = await hubOf(place)
  const token = await hub.token()
  const unreadBytes = () => hub.run(Inbox.use((inbox) => Effect.sync(inbox.unreadBytes)))
  const measuredBytes = async () =>
    Number(/^inlay_deliveries_unread_bytes (\d+)/m.exec((await hub.call("GET", "/metrics", { token })).text)?.[1])
  const holder = new DatabaseSync(databaseFile(place.directory))
  onTestFinished(() => holder.close())
  holder.exec("BEGIN IMMEDIATE")
  // Longer than a statement waits for a lock.
  const endMillis = performance.now() + 6_000
  let count = 0
  for (; performance.now() < endMillis; count++) {
    const body = bodyOf(count)
    expect((await hook.send(body, headersOf(hook.secret, body))).status).toBe(202)
    await sleep(50)
  }
  expect(await rowsOf(hub)).toBe(0)
  expect(await unreadBytes()).toBeGreaterThan(0)
  holder.exec("ROLLBACK")
  await expectRows(hub, count)
  expect(await unreadBytes()).toBe(0)
  await expect.poll(measuredBytes).toBe(0)
})

it("is answered 503 by a full disk, nothing of that is kept, and the rest is read once there is room", async () => {
  const codeHost = await startCodeHost()
  onTestFinished(codeHost.close)
  const at = directory()
  const env = { ...codeHost.env, INLAY_CODEHOST_TOKEN: "sandbox-reader-token-not-a-secret" }
  const token = await inlayJson<{ readonly text: string }>(["tokens", "create", "test", "--manage", "--data", at])
  // In a process whose files may not exceed this size. To SQLite it looks like a full disk.
  const args = [main, "serve", "--port", "0", "--data", at, "--allow-private", "--json"]
  const child = spawn("/bin/sh", ["-c", `trap '' XFSZ; ulimit -f 6000; exec "$0" "$@"`, process.execPath, ...args], {
    env: environment(env),
    stdio: ["ignore", "pipe", "ignore"]
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (address !== undefined) resolve(address)
    })
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)))
  })
  const made = await fetch(`${url}/api/hooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${token.json.text}`, "content-type": "application/json" },
    body: JSON.stringify({ account: "codehost/env", place: "repos/acme/widgets" })
  })
  const hook = (await made.json()) as { readonly id: string; readonly secret: string }
  const accepted: Array<number> = []
  const refused: Array<number> = []
  for (let round = 0; round < 20 && refused.length < 20; round++) {
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const number = round * 10 + index
        const body = bodyOf(number, "x".repeat(100_000))
        const { status, headers } = await fetch(`${url}/webhooks/${hook.id}`, {
          method: "POST",
          headers: headersOf(hook.secret, body),
          body
        })
        if (status !== 202) expect([status, headers.get("retry-after")]).toEqual([503, "10"])
        const list = status === 202 ? accepted : refused
        list.push(number)
      })
    )
  }
  expect(accepted.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThanOrEqual(20)
  child.kill("SIGKILL")
  const server = await serve(at, env)
  onTestFinished(server.kill)
  const file = new DatabaseSync(databaseFile(at), { readOnly: true })
  onTestFinished(() => file.close())
  const stored = () =>
    file
      .prepare("SELECT body FROM inbox")
      .all()
      .map(({ body }) => (JSON.parse(Buffer.from(body as Uint8Array).toString("utf8")) as { number: number }).number)
      .sort((a, b) => a - b)
  await expect.poll(stored, { timeout: 20_000 }).toEqual(accepted.sort((a, b) => a - b))
}, 60_000)
