// Checks that every text is used, and that every language has it.
import { readdirSync, readFileSync } from "node:fs"

import { manifest as codehost } from "@inlay/codehost/manifest"
import { manifest as salesdata } from "@inlay/salesdata/manifest"
import { describe, expect, it } from "vitest"

import { plugins } from "../plugins.gen.ts"
import { hostileCard, personCard, warnedCard } from "../tests/samples/cards.ts"
import { charges as arCharges } from "./ar/charges.ts"
import { company as arCompany } from "./ar/company.ts"
import { history as arHistory } from "./ar/history.ts"
import { people as arPeople } from "./ar/result.ts"
import type * as failureWords from "./en/failure.ts"
import type * as fieldWords from "./en/fields.ts"
import type * as recordWords from "./en/record.ts"
import type * as siteWords from "./en/site.ts"
import type * as triggerWords from "./en/trigger-titles.ts"
import { LANGUAGES, languageFor, type Language } from "./languages.ts"

type Module = Readonly<Record<string, unknown>>

const root = new URL("..", import.meta.url)

const sources = ["ui", "features", "entrypoints", "messaging", "providers", "vault", "browser"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(new URL(`${folder}/${path}`, root), "utf8") }))
)

/** By topic, which is the file's name. */
const wordsOf = async (language: Language): Promise<Readonly<Record<string, Module>>> =>
  Object.fromEntries(
    await Promise.all(
      readdirSync(new URL(`locales/${language}`, root)).map(async (file): Promise<[string, Module]> => [
        file.replace(/\.ts$/, ""),
        (await import(`./${language}/${file}`)) as Module
      ])
    )
  )

const english = await wordsOf("en")
const others = await Promise.all(
  LANGUAGES.filter((language) => language !== "en").map(async (language) => ({
    language,
    words: await wordsOf(language)
  }))
)

const places: Module = Object.assign({}, ...Object.values(english))

/**
 * `popup` may be imported under another name, and its keys are then looked up by that name. Nested texts are looked up
 * by a value.
 */
const uses = (name: string, key: string): boolean =>
  sources.some(({ text }) => {
    const imported = new RegExp(
      `import (?:\\* as words|\\{[^}]*\\b${name}(?: as (\\w+))?\\b[^}]*\\}) from "[./]*locales/`
    )
    const match = imported.exec(text)
    return match !== null && new RegExp(`\\b${match[1] ?? name}(?:\\.${key}\\b|\\[)`).test(text)
  })

/** Texts that the worker has in every language, or that the card in the page is handed. */
const HANDED_OVER = new Set(["mark", "menu", "notified", "line", "runState", "card", "cardWords"])

const usesHandedOver = (key: string): boolean => sources.some(({ text }) => new RegExp(`\\.${key}\\b|\\[`).test(text))

describe.each(
  Object.entries(places).filter(([, words]) => Object.keys(typeof words === "object" ? (words ?? {}) : {}).length > 0)
)("%s", (name, words) => {
  it.each(Object.keys(words ?? {}))("%s is used", (key) => {
    expect(HANDED_OVER.has(name) ? usesHandedOver(key) : uses(name, key)).toBe(true)
  })
})

it("apostrophes are straight, as in what plugins and the hub say beside these texts", () => {
  const files = LANGUAGES.flatMap((language) =>
    readdirSync(new URL(`locales/${language}`, root)).map((file) => `locales/${language}/${file}`)
  )
  const curly = [...files, "store/listing.ts"].filter((path) => readFileSync(new URL(path, root), "utf8").includes("’"))
  expect(curly).toEqual([])
})

it("no view contains hard-coded text", () => {
  // JSX text that contains letters: `>Some words<`.
  const written = sources.flatMap(({ text }) => text.match(/>\s*[A-Z][a-z]+[^<>{}()=;]*<\//g) ?? [])
  expect(written).toEqual([])
})

it("no page imports a language by name, because it would load it in addition to the reader's", () => {
  const named = sources.filter(({ text }) => /from "[./]*locales\/(?:en|de|ar)\//.test(text)).map(({ path }) => path)
  // Each language of the card's words is a script of its own.
  const own = [...LANGUAGES.map((language) => `entrypoints/card-words-${language}.ts`), "ui/page-card/words.ts"]
  expect(named.toSorted()).toEqual(own.toSorted())
})

/** Values to call texts with: a count, a name, or the facts of a cap or a failure. */
const FACTS = {
  kind: "day",
  limit: 50,
  left: 3,
  is: "storage",
  why: "failed",
  detail: "a",
  to: "retry",
  of: "base",
  names: ["a"],
  whom: "owner",
  style: "either",
  what: "key",
  needs: "a",
  name: "a",
  origin: "a"
}
const INPUTS = [1, 2, 3, 11, 100, null, "x", ["x"], FACTS]

/** Lists every text with its position. A function is listed with the results for the values that it accepts. */
const texts = (value: unknown, at: string): ReadonlyArray<readonly [at: string, text: string]> => {
  if (typeof value === "string") return [[at, value]]
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, within]) => texts(within, `${at}.${key}`))
  }
  if (typeof value !== "function") return []
  return INPUTS.flatMap((input) => {
    try {
      const output: unknown = Reflect.apply(value, undefined, [input, input, input])
      return texts(output === input ? "" : output, `${at}(${input === FACTS ? "facts" : JSON.stringify(input)})`)
    } catch {
      return []
    }
  })
}

/** Plain forms of the language, texts that a plugin wrote, and names that are the same everywhere. */
const NOT_WORDS =
  /^(?:plural|number|percent|list|ago|date|day|weekday|clock|moment|lowered|recordText|factName|checkText|filterText|ltr|rtl)$/
const SAME_IN_GERMAN = new Set([
  "Inlay",
  "Domain",
  "ABN",
  "Website",
  "Name",
  "Person",
  "Position",
  "Code",
  "Link:",
  "Property",
  "Workflow",
  "Hub",
  "c",
  "p",
  "a",
  "?"
])

describe.each(others)("$language", ({ language, words }) => {
  it("has every topic", () => {
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  it("has a translation for every English text", () => {
    const missing = Object.entries(english).flatMap(([topic, module]) =>
      Object.entries(module)
        .filter(([name]) => !NOT_WORDS.test(name))
        .flatMap(([name, value]) => {
          const own = new Map(texts(words[topic]?.[name], `${topic}.${name}`))
          return texts(value, `${topic}.${name}`).filter(([at, text]) => {
            const ownText = own.get(at)
            // Skips results that only repeat the input, or come from input that the function never gets.
            if (!/\p{L}{2}/u.test(text) || /undefined|null|NaN|\[object/.test(text)) return false
            if (ownText === undefined || ownText.includes("undefined")) return true
            if (language === "ar") return !/\p{Script=Arabic}/u.test(ownText) && text !== "Inlay"
            return ownText === text && !SAME_IN_GERMAN.has(text)
          })
        })
    )
    expect(missing).toEqual([])
  })

  it("has the titles, kinds and fields of every plugin whose accounts are entered here", () => {
    const fields = words["fields"] as unknown as typeof fieldWords
    for (const { id, accountKinds } of plugins) {
      expect(fields.pluginTitles[id], id).toBeDefined()
      for (const kind of accountKinds.filter(({ signIn }) => signIn === undefined)) {
        expect(fields.kindTitles[`${id}.${kind.id}`], kind.id).toBeDefined()
        for (const field of kind.fields) expect(fields.fieldTexts[`${id}.${field.name}`], field.name).toBeDefined()
      }
    }
  })

  it("has the title of every trigger", () => {
    const { triggerTitles } = words["trigger-titles"] as unknown as typeof triggerWords
    for (const { id } of codehost.triggers) expect(triggerTitles[id], id).toBeDefined()
    expect(Object.keys(triggerTitles)).toHaveLength(codehost.triggers.length)
  })

  it("has the texts of cards", () => {
    const { recordText } = words["record"] as unknown as typeof recordWords
    const labels = [personCard, warnedCard].flatMap(({ sections }) =>
      sections.flatMap(({ title, rows }) => [title, ...rows.flatMap(({ label, mark }) => [label, mark?.text ?? ""])])
    )
    for (const label of labels.filter((text) => text !== "" && !(language === "de" && SAME_IN_GERMAN.has(text)))) {
      expect(recordText(label), label).not.toBe(label)
    }
    // Text without a translation stays unchanged.
    expect(recordText(hostileCard.title)).toBe(hostileCard.title)
  })
})

it("English has the texts of every field that is entered here, as its plugin has them", () => {
  const { fieldTexts } = english["fields"] as unknown as typeof fieldWords
  for (const { id, accountKinds } of [codehost, salesdata]) {
    const shown = plugins.find((one) => one.id === id)?.accountKinds.map((kind) => kind.id) ?? []
    expect(shown).not.toHaveLength(0)
    for (const { fields } of accountKinds.filter((kind) => shown.includes(kind.id))) {
      for (const { name, label, help } of fields) expect(fieldTexts[`${id}.${name}`], name).toEqual({ label, help })
    }
  }
})

it.each(others)("the result of an account check is in $language, with the provider's words", ({ words }) => {
  const { failure } = words["failure"] as unknown as typeof failureWords
  const text = failure.sentence("The provider rejected the account's key: “no such key”.")
  expect(text.replaceAll(/[\u200E\u200F]/g, "")).toMatch(/: (?:„no such key“|«no such key»)\.$/)
  expect(text).not.toContain("The provider")
})

it.each([
  ["en", "none in the 7 days before"],
  ["de", "keine in den 7 Tagen davor"],
  ["ar", "صفر في الأيام الـ7 السابقة"]
] as const)(
  "a figure that was 0 before is compared in words for people and things alike: %s",
  async (language, text) => {
    const { site } = (await wordsOf(language))["site"] as unknown as typeof siteWords
    expect(site.changeWords(null, 7)).toBe(text)
  }
)

it("a number after a Latin name is part of the Arabic sentence, not of the name", () => {
  const sentences = [
    arCharges.noMatch("3 أرصدة"),
    arCharges.answered("Mia", "3 أرصدة"),
    arCompany.repositories("acme", 3)
  ]
  // After a left-to-right letter or mark, digits would be drawn on the far side of the name.
  for (const sentence of sentences) expect(sentence).not.toMatch(/[\u200E\p{Script=Latin}][^\p{L}\u200F]*3/u)
})

it("two of something have the form that the Arabic sentence around them needs", () => {
  expect(arHistory.deleteSure(2)).toContain("حذف سجلين؟")
  expect([arHistory.count(1, 2), arPeople.found(1, 2, "رصيدان")]).toEqual(["1 من أصل 2", "1 من أصل 2 · رصيدان"])
  expect(arCharges.notSavedText("20 نوفمبر", "رصيدان", "store")).toContain("التكلفة: رصيدان")
})

it("is the browser's language, or English if that is not supported", () => {
  expect(["de-AT", "AR-eg", "en-GB", "pt-BR", ""].map(languageFor)).toEqual(["de", "ar", "en", "en", "en"])
})
