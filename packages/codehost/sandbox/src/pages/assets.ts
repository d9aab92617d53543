// Static files of the pages, by name. No other files can be requested.

import { readFileSync } from "node:fs"

import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

const types = {
  "app.js": "text/javascript",
  "style.css": "text/css",
  "icon.svg": "image/svg+xml"
} as const

type Name = keyof typeof types

const isName = (name: string): name is Name => Object.hasOwn(types, name)

const cache = new Map<Name, Buffer>()

const contentOf = (name: Name): Buffer => {
  const content = cache.get(name) ?? readFileSync(new URL(`assets/${name}`, import.meta.url))
  cache.set(name, content)
  return content
}

export const assetAnswer = (name: string): Answer =>
  isName(name)
    ? {
        status: 200,
        headers: {
          "content-type": `${types[name]}${types[name].startsWith("text/") ? "; charset=utf-8" : ""}`,
          "x-content-type-options": "nosniff",
          "cache-control": "no-cache"
        },
        body: contentOf(name)
      }
    : jsonAnswer(404, { message: "Not Found" })
