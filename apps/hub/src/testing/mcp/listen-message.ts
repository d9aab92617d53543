const META = "io.modelcontextprotocol/"

/** The message of a 2026 client that subscribes to changes of the list of tools, as JSON. */
export const LISTEN = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "subscriptions/listen",
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      [`${META}protocolVersion`]: "2026-07-28",
      [`${META}clientInfo`]: { name: "t", version: "1" },
      [`${META}clientCapabilities`]: {}
    }
  }
})
