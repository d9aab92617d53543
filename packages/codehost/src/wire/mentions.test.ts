import { it as effectIt } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import { mentions } from "./mentions.ts"

it.each([
  "@ada",
  "Hello @ada!",
  "(@ada)",
  "@ADA: look",
  "line\n@ada",
  "*@ada*",
  "@ada, @ada2",
  "“@ada”",
  "@ada.",
  "@ada-",
  "`code` and @ada",
  "```\n@other\n```\n@ada",
  "don`t @ada",
  "<!-- Whom to ask:\n@other -->\n@ada",
  "`<!--` @ada `-->`",
  "```\n<!--\n```\n@ada",
  "A comment begins with <!--, @ada",
  "Did you see <!-- this?\n\n@ada <!-- @other -->",
  "> - ```\n>   <!--\n>   ```\n\n@ada",
  "<!--> @ada"
])("is found in %j", (text) => expect(mentions(text, "Ada")).toBe(true))

it.each([
  "",
  "ada",
  "@ada2",
  "@adam",
  "@ada-lovelace",
  "@ada--x",
  "@ada_x",
  "ada@ada.example",
  "x@ada",
  "@ada/core",
  "@@ada",
  "/@ada",
  "@адa",
  "`@ada`",
  "``a ` @ada``",
  "```\n@ada\n```",
  "~~~ts\n@ada\n~~~",
  "```\n@ada",
  "<!-- @ada -->",
  "Oiled.\n<!-- Whom to ask:\n\n- tests: @other, @ada\n-->\nDone.",
  "<!--\n@ada",
  "- [ ] Tests <!-- who? <!-- @other,\n@ada -->",
  "<!-- who? <!--\n@ada -->"
])("is not found in %j", (text) => expect(mentions(text, "ada")).toBe(false))

it("an empty name or an empty text has no mention", () => {
  expect(mentions("@", "")).toBe(false)
  expect(mentions(null, "ada")).toBe(false)
})

const Login = Schema.String.check(Schema.isPattern(/^[a-z\d](-?[a-z\d]){0,20}$/))
const Plain = Schema.String.check(Schema.isPattern(/^[a-z .,!?\n]{0,60}$/))

it("is looked for as fast in a comment of almost nothing but fences, backticks and beginnings of comments", () => {
  const start = performance.now()
  expect(mentions(`@mona ${"~".repeat(60_000)}`, "mona")).toBe(true)
  expect(mentions(`${"~".repeat(60_000)} @mona`, "mona")).toBe(true)
  expect(mentions(`${"`".repeat(60_000)} @mona`, "mona")).toBe(true)
  expect(mentions(`@mona ${"<!--".repeat(16_000)}`, "mona")).toBe(true)
  expect(mentions(`${"<!--".repeat(250_000)} @mona`, "other")).toBe(false)
  expect(mentions(`${" \n".repeat(30_000)}${"<!-- - \n".repeat(10_000)}@mona`, "other")).toBe(false)
  const runs = Array.from({ length: 340 }, (_, at) => "`".repeat(at + 1)).join(" ")
  expect(mentions(`${runs} @mona`, "mona")).toBe(true)
  expect(performance.now() - start).toBeLessThan(5_000)
})

effectIt.prop(
  "a name between blanks always is one, whatever stands around",
  { login: Login, before: Plain, after: Plain },
  ({ login, before, after }) => {
    expect(mentions(`${before} @${login} ${after}`, login)).toBe(true)
    expect(mentions(`${before} @${login.toUpperCase()}. ${after}`, login)).toBe(true)
  }
)

effectIt.prop(
  "a longer name never is one, nor an address",
  { login: Login, more: Login, before: Plain },
  ({ login, more, before }) => {
    for (const other of [`${login}${more}`, `${login}-${more}`, `${login}_${more}`]) {
      expect(mentions(`${before} @${other} `, login)).toBe(false)
    }
    expect(mentions(`${before} ${more}@${login} `, login)).toBe(false)
  }
)
