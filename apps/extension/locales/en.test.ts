import { readdirSync, readFileSync } from "node:fs"

import { describe, expect, it } from "vitest"

const root = new URL("..", import.meta.url)

const sources = ["ui", "features", "browser", "entrypoints", "messaging", "providers", "vault"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
    .map((path) => readFileSync(new URL(`${folder}/${path}`, root), "utf8"))
)

const files = readdirSync(new URL("locales/en", root)).map((file) => file.replace(/\.ts$/, ""))
const modules: ReadonlyArray<object> = await Promise.all(files.map((file) => import(`./en/${file}.ts`)))
const places: Readonly<Record<string, unknown>> = Object.assign({}, ...modules)

/** `popup` may be imported under another name; keys are looked up by that name. Nested texts are looked up by a value. */
const uses = (name: string, key: string): boolean =>
  sources.some((source) => {
    const imported = new RegExp(`import \\{[^}]*\\b${name}(?: as (\\w+))?\\b[^}]*\\} from "[./]*locales/en/`).exec(
      source
    )
    return imported !== null && new RegExp(`\\b${imported[1] ?? name}(?:\\.${key}\\b|\\[)`).test(source)
  })

describe.each(Object.entries(places).filter(([, words]) => typeof words === "object"))("%s", (name, words) => {
  it.each(Object.keys(words ?? {}))("%s is used", (key) => {
    expect(uses(name, key)).toBe(true)
  })
})

it("no text is written where it is drawn", () => {
  // JSX text with letters in it: `>Some words<`.
  const written = sources.flatMap((source) => source.match(/>\s*[A-Z][a-z]+[^<>{}()=;]*<\//g) ?? [])
  expect(written).toEqual([])
})
