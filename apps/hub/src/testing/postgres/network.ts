/** A network between a hub and its database that can go away silently: nothing is refused, closed or answered. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net"

export interface Network {
  /** A database's address through this network. */
  readonly through: (url: string) => string
  /** From now on, nothing that is sent arrives, on old and new connections. */
  readonly goAway: () => void
  /** New connections work again. The old ones stay silent. */
  readonly comeBack: () => void
  /** Ends all connections. A server that is at work goes on with it. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

/** @param target the database server's address */
export const startNetwork = async (target: string): Promise<Network> => {
  const { hostname, port } = new URL(target)
  let isAway = false
  const silent = new Set<() => void>()
  const all = new Set<Socket>()
  const server = createServer((socket) => {
    all.add(socket.on("error", () => socket.destroy()))
    if (isAway) return
    const onward = connect(Number(port), hostname).on("error", () => socket.destroy())
    all.add(onward)
    socket.pipe(onward)
    onward.pipe(socket)
    silent.add(() => {
      socket.unpipe(onward)
      onward.unpipe(socket)
    })
    socket.on("close", () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const cut = () => {
    for (const socket of all) socket.destroy()
    all.clear()
  }
  return {
    through: (url) => {
      const address = new URL(url)
      address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      return address.href
    },
    goAway: () => {
      isAway = true
      for (const silence of silent) silence()
      silent.clear()
    },
    comeBack: () => {
      isAway = false
    },
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      })
  }
}
