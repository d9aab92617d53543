/**
 * MCP Apps: clients that can show views draw a tool's result in the chat. Each tool that has a card names the same
 * view. The card is sent in the result's `_meta`, which the model does not read.
 * https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
import { isJsonObject } from "@inlay/core-http/json-object"

import type { Definition } from "./definition.ts"
import type { Tool } from "./listing.ts"

/** The extension's identifier, with which a client declares support. */
export const EXTENSION = "io.modelcontextprotocol/ui"
const MIME_TYPE = "text/html;profile=mcp-app"
/** The URI of the view. */
export const VIEW_URI = "ui://inlay/card.html"
/** The `_meta` key of a result's card. */
export const CARD = "inlay/card"

/** Whether a client can show views of the media type used here. */
export const showsViews = (capabilities: unknown): boolean => {
  const extensions = isJsonObject(capabilities) ? capabilities["extensions"] : undefined
  const settings = isJsonObject(extensions) ? extensions[EXTENSION] : undefined
  const types = isJsonObject(settings) ? settings["mimeTypes"] : undefined
  return Array.isArray(types) && types.includes(MIME_TYPE)
}

/** Adds the view to a tool's definition if its results have cards. */
export const withView = ({ plugin, step, definition }: Tool): Definition =>
  plugin.cards?.[step.id] === undefined
    ? definition
    : { ...definition, _meta: { ui: { resourceUri: VIEW_URI }, "ui/resourceUri": VIEW_URI } }

/** The result of `resources/list`. */
export const views = {
  resources: [{ uri: VIEW_URI, name: "Result card", mimeType: MIME_TYPE, _meta: { ui: { prefersBorder: true } } }]
}

/** The result of `resources/templates/list`, which every server with resources answers. */
export const templates = { resourceTemplates: [] }

/** The result of `resources/read` for the view, which loads nothing and requests no permissions. */
export const viewOf = (html: string) => ({
  contents: [{ uri: VIEW_URI, mimeType: MIME_TYPE, text: html, _meta: { ui: { prefersBorder: true } } }]
})
