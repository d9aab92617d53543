/** Sees every connection and every name lookup that this process begins, below any library: at the handles of Node. */
import { createHook } from "node:async_hooks"

interface Handle {
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
}

const OUTGOING = new Set(["TCPCONNECTWRAP", "PIPECONNECTWRAP", "UDPSENDWRAP", "GETADDRINFOREQWRAP", "QUERYWRAP"])

export interface Watch {
  /** `127.0.0.1:4680` for a connection, the name alone for a lookup, in the order in which they began. */
  readonly outgoing: () => ReadonlyArray<string>
  readonly stop: () => void
}

export const watchSockets = (): Watch => {
  const handles: Array<Handle> = []
  const hook = createHook({
    init: (_id, type, _trigger, handle) => {
      if (OUTGOING.has(type)) handles.push(handle)
    }
  })
  hook.enable()
  return {
    // Read only now: Node says where a handle leads after it has made it.
    outgoing: () => handles.map(({ address, port, hostname }) => hostname ?? `${address}:${port}`),
    stop: () => hook.disable()
  }
}
