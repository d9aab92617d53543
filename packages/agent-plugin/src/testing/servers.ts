/** Test servers: a provider that responds as configured, and canaries that must never receive a connection. */
import * as Http from "node:http"
import * as Net from "node:net"

export interface Received {
  readonly method: string
  /** The request target exactly as in the request line. */
  readonly target: string
  readonly headers: Http.IncomingHttpHeaders
}

export interface Provider {
  /** `http://127.0.0.1:4680` */
  readonly origin: string
  /** Returns the requests received since the last call. */
  readonly take: () => ReadonlyArray<Received>
  /**
   * Sets the status and `Location` headers of the next responses, whose body is an empty object. The default is status
   * 200 without `Location`.
   */
  readonly answer: (status: number, locations?: ReadonlyArray<string>) => void
  readonly close: () => Promise<void>
}

const listen = (server: Net.Server, host: string) =>
  new Promise<number | undefined>((resolve) => {
    // Some machines lack some of the loopback addresses.
    server.once("error", () => resolve(undefined))
    server.listen(0, host, () => resolve((server.address() as Net.AddressInfo).port))
  })

const closing = (server: Net.Server) => new Promise<void>((resolve) => server.close(() => resolve()))

export const startProvider = async (): Promise<Provider> => {
  let requests: Array<Received> = []
  let status = 200
  let locations: ReadonlyArray<string> = []
  const server = Http.createServer((request, response) => {
    requests.push({ method: request.method ?? "", target: request.url ?? "", headers: request.headers })
    request.resume().on("end", () => {
      if (locations.length > 0) response.setHeader("location", locations)
      response.writeHead(status, { "content-type": "application/json" }).end("{}")
    })
  })
  const port = await listen(server, "127.0.0.1")
  return {
    origin: `http://127.0.0.1:${port}`,
    take: () => {
      const all = requests
      requests = []
      return all
    },
    answer: (nextStatus, nextLocations = []) => {
      status = nextStatus
      locations = nextLocations
    },
    close: () => {
      server.closeAllConnections()
      return closing(server)
    }
  }
}

export interface Canary {
  /** `127.0.0.2:4681`, `[::1]:4682` */
  readonly host: string
  readonly connections: () => number
  readonly close: () => Promise<void>
}

const startCanary = async (address: string): Promise<ReadonlyArray<Canary>> => {
  let connections = 0
  const server = Net.createServer((socket) => {
    connections++
    socket.destroy()
  })
  const port = await listen(server, address)
  if (port === undefined) return []
  const host = Net.isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
  return [{ host, connections: () => connections, close: () => closing(server) }]
}

/** Starts a canary on another port, and one on each other loopback address that this machine has. */
export const startCanaries = async (): Promise<ReadonlyArray<Canary>> =>
  (await Promise.all(["127.0.0.1", "127.0.0.2", "::1"].map(startCanary))).flat()
