/** A TCP proxy in front of a provider, for tests. During an outage it cuts every connection and refuses new ones. */
import { connect, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface Gate {
  /** The provider's address through the proxy: `http://127.0.0.1:<port>`. */
  readonly origin: string
  /** If several are requested at once, they run one after another. */
  readonly outage: (millis: number) => Promise<void>
  readonly close: () => Promise<void>
}

export const openGate = async (target: string): Promise<Gate> => {
  const { hostname, port: behind } = new URL(target)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on("error", () => {}).on("close", () => sockets.delete(socket))
  }
  const server = createServer((caller) => {
    const provider = keep(connect(Number(behind), hostname))
    keep(caller).pipe(provider).pipe(caller)
    // Closes or resets the other side in the same way.
    for (const [one, other] of [
      [caller, provider],
      [provider, caller]
    ] as const) {
      one.on("close", (failed) => (failed ? other.resetAndDestroy() : other.destroy()))
    }
  })
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once("error", reject)
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject)
        const address = server.address()
        resolve(typeof address === "object" && address !== null ? address.port : port)
      })
    })
  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.resetAndDestroy()
    })
  const port = await listen(0)
  const outage = async (before: Promise<void>, millis: number): Promise<void> => {
    await before
    await shut()
    await sleep(millis)
    await listen(port)
  }
  let outages = Promise.resolve()
  return {
    origin: `http://127.0.0.1:${port}`,
    outage: (millis) => {
      outages = outage(outages, millis)
      return outages
    },
    close: async () => {
      await outages
      await shut()
    }
  }
}
