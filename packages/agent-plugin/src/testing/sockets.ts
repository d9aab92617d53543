/**
 * Records every connection and name lookup that this process starts. It hooks Node's handles, so no library can bypass
 * it.
 */
import { createHook } from "node:async_hooks"

interface Handle {
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
}

const OUTGOING = new Set(["TCPCONNECTWRAP", "PIPECONNECTWRAP", "UDPSENDWRAP", "GETADDRINFOREQWRAP", "QUERYWRAP"])

export interface Watch {
  /** `127.0.0.1:4680` for a connection and the name alone for a lookup, in the order in which they started. */
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
    // Read late, because Node sets a handle's address after creating the handle.
    outgoing: () => handles.map(({ address, port, hostname }) => hostname ?? `${address}:${port}`),
    stop: () => hook.disable()
  }
}
