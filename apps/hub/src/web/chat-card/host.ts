/**
 * Messages to and from the chat that embeds this view, through the parent window.
 * https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
import { isFields, type Fields } from "../shared/fields.ts"

const VERSION = "2026-01-26"
/** This view's name and version, as sent to the host. */
const APP = { name: "inlay", version: "1.0.0" }

/** The part of a tool's result that this view reads. */
export interface ToolResult {
  readonly isError?: boolean
  readonly content?: ReadonlyArray<{ readonly type: string; readonly text?: string }>
  readonly structuredContent?: unknown
  readonly _meta?: Fields
}

export interface Events {
  readonly onResult: (result: ToolResult) => void
  readonly onCancelled: () => void
  readonly onTheme: (theme: "light" | "dark") => void
}

export interface Host {
  readonly openLink: (url: string) => void
  /** @param height in CSS pixels */
  readonly resize: (height: number) => void
}

/** Tells the host that the view is ready, and accepts messages only from the host. */
export const connect = ({ onResult, onCancelled, onTheme }: Events): Host => {
  let lastId = 0
  const send = (message: Fields) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*")
  const request = (method: string, params: Fields) => send({ id: ++lastId, method, params })
  const takeContext = (context: unknown) => {
    const theme = isFields(context) ? context["theme"] : undefined
    if (theme === "light" || theme === "dark") onTheme(theme)
  }
  addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isFields(data)) return
    const { id, method, params, result } = data
    if (method === undefined) {
      if (id !== 1 || !isFields(result)) return
      takeContext(result["hostContext"])
      send({ method: "ui/notifications/initialized" })
    } else if (method === "ui/notifications/tool-result" && isFields(params)) onResult(params)
    else if (method === "ui/notifications/tool-cancelled") onCancelled()
    else if (method === "ui/notifications/host-context-changed") takeContext(params)
    else if (id !== undefined && (method === "ping" || method === "ui/resource-teardown")) send({ id, result: {} })
  })
  request("ui/initialize", { appInfo: APP, appCapabilities: {}, protocolVersion: VERSION })
  return {
    openLink: (url) => request("ui/open-link", { url }),
    resize: (height) => send({ method: "ui/notifications/size-changed", params: { height } })
  }
}
