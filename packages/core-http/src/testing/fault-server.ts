/**
 * A misbehaving provider on loopback: every fault of `./faults` has an origin of its own, so that what a fault does to
 * a connection affects no other fault. It counts the requests that arrive. It needs only Node, and runs in a test's
 * process or in a separate one.
 */
import { createServer as createHttpServer, type Server as HttpServer } from "node:http"
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net"

import type { Fault } from "./faults/fault.ts"
import { faultNames, faults, type FaultName } from "./faults/index.ts"

export { faultNames, faults, type FaultName } from "./faults/index.ts"
export type { Fault } from "./faults/fault.ts"

export interface Arrival {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  /** Numbered from 1 in the order in which connections were made. */
  readonly connection: number
}

/** The address of one fault, and the requests that arrived there. */
export interface FaultSite {
  /** `http://127.0.0.1:<port>`, or https if the fault is about TLS. Every path plays the fault. */
  readonly origin: string
  /** Requests that were read to their end. */
  readonly arrivals: ReadonlyArray<Arrival>
  /** The number of connections so far. */
  readonly connections: number
  /** The number of open connections. */
  readonly open: number
}

export interface FaultServer {
  readonly at: Readonly<Record<FaultName, FaultSite>>
  /** The target of the redirects. No request should arrive there. */
  readonly elsewhere: FaultSite
  /** Closes every connection and all servers. */
  readonly close: () => Promise<void>
}

interface Site extends FaultSite {
  readonly close: () => Promise<void>
}

const listen = (server: Server | HttpServer): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })

/** Counts a server's connections, and can close them. */
const site = async (server: Server, arrivals: ReadonlyArray<Arrival>, scheme = "http"): Promise<Site> => {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on("connection", (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    // A client that gives up resets the connection, which is not an error here.
    socket.on("error", () => undefined)
    socket.on("close", () => sockets.delete(socket))
  })
  const port = await listen(server)
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    arrivals,
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}

const answering = (respond: Extract<Fault, { respond: unknown }>["respond"], elsewhere: string): Promise<Site> => {
  const arrivals: Array<Arrival> = []
  const numbers = new WeakMap<Socket, { readonly connection: number; requests: number }>()
  let connections = 0
  const server = createHttpServer((request, response) => {
    const { socket } = request
    const numbering = numbers.get(socket) ?? { connection: ++connections, requests: 0 }
    numbers.set(socket, numbering)
    numbering.requests += 1
    const nth = numbering.requests
    request.resume().once("end", () => {
      arrivals.push({ method: request.method ?? "", path: request.url ?? "", connection: numbering.connection })
      respond({ request, response, socket, nth, elsewhere })
    })
  })
  return site(server, arrivals)
}

/**
 * Makes an origin that refuses connections: the local end of a connection of our own, on which nothing listens and
 * which the system gives to nobody else.
 */
const refusing = async (): Promise<Site> => {
  const holder = createServer()
  const port = await listen(holder)
  const heldConnection = connect(port, "127.0.0.1")
  await new Promise((resolve) => holder.once("connection", resolve))
  return {
    origin: `http://127.0.0.1:${heldConnection.localPort}`,
    arrivals: [],
    connections: 0,
    open: 0,
    close: () =>
      new Promise((resolve) => {
        heldConnection.destroy()
        holder.close(() => resolve())
      })
  }
}

const open = (fault: Fault, elsewhere: string): Promise<Site> => {
  if ("respond" in fault) return answering(fault.respond, elsewhere)
  return "accept" in fault ? site(createServer(fault.accept), [], fault.scheme) : refusing()
}

export const startFaultServer = async (): Promise<FaultServer> => {
  const elsewhere = await answering(({ response }) => void response.end("{}"), "")
  const sites = await Promise.all(
    faultNames.map(async (name) => [name, await open(faults[name], elsewhere.origin)] as const)
  )
  return {
    at: Object.fromEntries(sites) as Record<FaultName, Site>,
    elsewhere,
    close: async () => {
      await Promise.all([elsewhere, ...sites.map(([, each]) => each)].map((each) => each.close()))
    }
  }
}
