/** A connection pooler before the database, as PgBouncer is without `max_prepared_statements`, or Pgpool-II. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net"

import * as Effect from "effect/Effect"
import { expect, it, onTestFinished } from "vitest"

import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import { storesOpener } from "../../testing/postgres/stores.ts"
import { AccountRows } from "../AccountRows.ts"

const databases = temporaryDatabases()

/**
 * Passes the messages of one direction on, one by one.
 * @param seen called before a message is passed on, with its type and what it holds; it may change that
 * @param isFirstUntyped as the first one of a client is
 */
const relay = (from: Socket, to: Socket, seen: (type: string, body: Buffer) => void, isFirstUntyped: boolean) => {
  let rest = Buffer.alloc(0)
  let typeBytes = isFirstUntyped ? 0 : 1
  from.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < end) return
      if (typeBytes > 0) seen(rest.toString("latin1", 0, 1), rest.subarray(5, end))
      if (to.writable) to.write(rest.subarray(0, end))
      rest = rest.subarray(end)
      typeBytes = 1
    }
  })
  from.on("error", () => from.destroy())
  from.on("close", () => to.destroy())
}

const READ = "SELECT pg_backend_pid() AS pid"
const LOCK = "pg_try_advisory_xact_lock_shared(0)"

interface Ways {
  /** As with `pool_mode = statement`. */
  readonly allowsNoTransactions?: true
  /** The server's process that a read seems to reach is another, as with Pgpool-II, which has replicas answer reads. */
  readonly readsElsewhere?: true
}

const startPooler = async (target: string, { allowsNoTransactions, readsElsewhere }: Ways = {}) => {
  const { hostname, port } = new URL(target)
  const prepared: Array<string> = []
  const clients = new Set<Socket>()
  let losesNext = false
  let failsNext = false
  const server = createServer((client) => {
    clients.add(client)
    const onward = connect(Number(port), hostname)
    let isRead = false
    const sent = (type: string, body: Buffer) => {
      if (type !== "P") return
      const [name = "", sql = ""] = body.toString("latin1").split("\0")
      if (name !== "") prepared.push(sql)
      if ((allowsNoTransactions || losesNext) && sql.startsWith("BEGIN")) {
        losesNext = false
        client.destroy()
      }
      if (failsNext && sql.endsWith(LOCK)) {
        failsNext = false
        body.write("(x)", body.indexOf("(0)"))
      }
      isRead = sql === READ
    }
    relay(client, onward, sent, true)
    // The message by which a client may cancel a statement has a process id of the pooler's own.
    const answered = (type: string, body: Buffer) => {
      if (type === "K") body.writeInt32BE(1, 0)
      const last = body.length - 1
      if (readsElsewhere && isRead && type === "D") body.writeUInt8(body.readUInt8(last) ^ 1, last)
    }
    relay(onward, client, answered, false)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Ends its connections, and the next one when that begins a transaction, as if the server restarted meanwhile. */
  const restart = () => {
    losesNext = true
    clients.forEach((client) => client.destroy())
  }
  /** The same, but what fails is a statement in that transaction, as one that is cancelled. */
  const failNext = () => {
    clients.forEach((client) => client.destroy())
    failsNext = true
  }
  return { url: url.href, prepared, restart, failNext }
}

const opened = storesOpener()

const names = Effect.flatMap(AccountRows, (rows) => Effect.andThen(rows.exclusively(rows.names), rows.names))

it("that gives each transaction another connection loses no statement: none is prepared", async () => {
  const { url, prepared } = await startPooler(await databases.withTables())
  expect(await opened(url).runPromise(names)).toEqual([])
  expect(prepared).toEqual([])
})

it("that allows no transactions is refused at the start, with its setting", async () => {
  const { url } = await startPooler(await databases.withTables(), { allowsNoTransactions: true })
  await expect(opened(url).runPromise(names)).rejects.toThrow(/allows no transactions: set its pool_mode/)
})

it("that loses a new connection while it is checked is not taken for one that allows no transactions", async () => {
  const { url, restart } = await startPooler(await databases.withTables())
  const { runPromise } = opened(url)
  await runPromise(names)
  restart()
  expect(await runPromise(Effect.flatMap(AccountRows, (rows) => rows.names))).toEqual([])
})

it("whose check was cancelled spoils no connection: the next call checks it again", async () => {
  const { url, failNext } = await startPooler(await databases.withTables())
  const { runPromise } = opened(url)
  const read = Effect.flatMap(AccountRows, (rows) => rows.names)
  await runPromise(names)
  failNext()
  await expect(runPromise(read)).rejects.toThrow()
  expect(await runPromise(read)).toEqual([])
})

it("that has a replica answer reads is refused at the start: what was paid for may not have reached it", async () => {
  const { url } = await startPooler(await databases.withTables(), { readsElsewhere: true })
  await expect(opened(url).runPromise(names)).rejects.toThrow(/reads to another server.* load_balance_mode/)
})
