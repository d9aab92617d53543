/**
 * MCP Apps: a result draws itself in the chat, for clients that say that they can show views. Each tool that has a card
 * names one view; the card itself comes along with the result, where a model does not read it.
 * https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
import type { Definition } from "./definition.ts"
import type { Tool } from "./listing.ts"

/** The extension's identifier, by which a client declares it. */
export const EXTENSION = "io.modelcontextprotocol/ui"
const MIME_TYPE = "text/html;profile=mcp-app"
/** The address of the one view. */
export const VIEW_URI = "ui://inlay/card.html"
/** Where a result has its card. */
export const CARD = "inlay/card"

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a client shows views of the kind that there is here. */
export const showsViews = (capabilities: unknown): boolean => {
  const extensions = isObject(capabilities) ? capabilities["extensions"] : undefined
  const settings = isObject(extensions) ? extensions[EXTENSION] : undefined
  const types = isObject(settings) ? settings["mimeTypes"] : undefined
  return Array.isArray(types) && types.includes(MIME_TYPE)
}

/** A tool's definition with the view of its results, where they have one. */
export const withView = ({ plugin, step, definition }: Tool): Definition =>
  plugin.cards?.[step.id] === undefined
    ? definition
    : { ...definition, _meta: { ui: { resourceUri: VIEW_URI }, "ui/resourceUri": VIEW_URI } }

/** What `resources/list` answers. */
export const views = {
  resources: [{ uri: VIEW_URI, name: "Result card", mimeType: MIME_TYPE, _meta: { ui: { prefersBorder: true } } }]
}

/** What `resources/read` answers for the view: it loads nothing, and asks for no permission. */
export const viewOf = (html: string) => ({
  contents: [{ uri: VIEW_URI, mimeType: MIME_TYPE, text: html, _meta: { ui: { prefersBorder: true } } }]
})
