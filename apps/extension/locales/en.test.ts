import { readdirSync, readFileSync } from "node:fs"

import { describe, expect, it } from "vitest"

import * as account from "./en/account.ts"
import * as card from "./en/card.ts"
import * as failure from "./en/failure.ts"
import * as place from "./en/place.ts"
import * as popup from "./en/popup.ts"
import * as result from "./en/result.ts"
import * as shared from "./en/shared.ts"
import * as welcome from "./en/welcome.ts"

const root = new URL("..", import.meta.url)

const sources = ["ui", "features", "entrypoints"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
    .map((path) => readFileSync(new URL(`${folder}/${path}`, root), "utf8"))
)

const places = { ...account, ...card, ...failure, ...place, ...popup, ...result, ...shared, ...welcome }

/** `popup` may be imported under another name; keys are looked up by that name. Nested texts are looked up by a value. */
const uses = (name: string, key: string): boolean =>
  sources.some((source) => {
    const imported = new RegExp(`\\b${name}(?: as (\\w+))?\\b[^}]*\\} from "[./]*locales/en/`).exec(source)
    return imported !== null && new RegExp(`\\b${imported[1] ?? name}(?:\\.${key}\\b|\\[)`).test(source)
  })

it("every file of words is looked at", () => {
  expect(readdirSync(new URL("locales/en", root))).toHaveLength(8)
})

describe.each(Object.entries(places).filter(([, words]) => typeof words === "object"))("%s", (name, words) => {
  it.each(Object.keys(words))("%s is used", (key) => {
    expect(uses(name, key)).toBe(true)
  })
})

it("no text is written where it is drawn", () => {
  // JSX text with letters in it: `>Some words<`.
  const written = sources.flatMap((source) => source.match(/>\s*[A-Z][a-z]+[^<>{}()=;]*<\//g) ?? [])
  expect(written).toEqual([])
})
