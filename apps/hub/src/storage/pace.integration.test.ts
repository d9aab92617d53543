import { execFile } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"

import { describe, expect, it } from "vitest"

import { backends } from "../testing/backends.ts"
import { sourceCache, environment } from "../testing/processes/command.ts"
import { program } from "../testing/processes/programs.ts"

const { all } = backends()
const writer = program("paced-writer")

const PAUSE_MILLIS = 150
const WRITES = 8
/** A timer may fire this much too early. */
const TIMER_MILLIS = 3

describe.each(all)("$name", ({ place }) => {
  it("two processes of one place write one at a time, a pause apart, and both get on", async () => {
    const writes: Array<{ readonly by: number; readonly began: number; ended: number }> = []
    const clients = new Map<number | undefined, number>()
    const server = createServer((request, response) => {
      request.resume()
      const { remotePort } = request.socket
      if (!clients.has(remotePort)) clients.set(remotePort, clients.size)
      const write = { by: clients.get(remotePort) ?? 0, began: performance.now(), ended: Number.POSITIVE_INFINITY }
      writes.push(write)
      setTimeout(
        () => {
          write.ended = performance.now()
          response.writeHead(200, { "content-type": "application/json" }).end("{}")
        },
        (writes.length % 4) * 20
      )
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const at = await place()
    const env = environment({ ...sourceCache(), ...(at.url !== undefined && { INLAY_DATABASE: at.url }) })
    const run = () =>
      promisify(execFile)(process.execPath, [writer, at.directory, origin, String(WRITES), String(PAUSE_MILLIS)], {
        env
      })
    await Promise.all([run(), run()])
    server.close()
    expect(writes).toHaveLength(2 * WRITES)
    const gaps = writes.slice(1).map(({ began }, n) => began - (writes[n]?.ended ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(PAUSE_MILLIS - TIMER_MILLIS)
    // The two take turns: neither is served only after the other has finished.
    const order = writes.map(({ by }) => by)
    const both = order.slice(
      Math.max(order.indexOf(0), order.indexOf(1)),
      1 + Math.min(order.lastIndexOf(0), order.lastIndexOf(1))
    )
    expect(both.join("")).not.toMatch(/00000|11111/)
  })
})
