import { readFileSync } from "node:fs"

import { describe, expect, it } from "vitest"

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8")

const colours = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light: light ?? "", dark: dark ?? "" }
  ])
)

const colour = (name: string, scheme: "light" | "dark"): string => {
  const value = colours.get(name)
  if (value === undefined) throw new Error(`tokens.css has no colour --${name}`)
  return value[scheme]
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * Pairs a text colour with grounds. The pairs in `TEXT` need a contrast of at least 4.5, those in `SEEN`, which only
 * have to be visible, at least 3.
 */
const on = (text: string, grounds: string): ReadonlyArray<readonly [string, string]> =>
  grounds.split(" ").map((ground) => [text, ground])

const TEXT = [
  ...on("ink", "surface sunken hover accent-soft good-soft warning-soft danger-soft"),
  ...on("quiet", "surface sunken hover"),
  ...on("accent", "surface sunken hover"),
  ...on("accent-strong", "accent-soft"),
  ...on("on-accent", "accent accent-strong"),
  ...["good", "warning", "danger"].flatMap((tone) => on(tone, `surface ${tone}-soft`))
]

const SEEN = [
  ["edge", "surface"],
  ["accent", "accent-soft"],
  ["accent", "sunken"]
] as const

describe.each(["light", "dark"] as const)("colours, %s", (scheme) => {
  it.each(TEXT)("%s is readable on %s", (text, ground) => {
    expect(contrast(colour(text, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(SEEN)("%s is seen on %s", (mark, ground) => {
    expect(contrast(colour(mark, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(3)
  })
})

it("every colour comes as a pair", () => {
  expect(colours.size).toBe([...css.matchAll(/light-dark\(/g)].length)
  expect(css.replaceAll(/light-dark\([^)]*\)/g, "")).not.toMatch(/#[0-9a-f]{3}/i)
})
