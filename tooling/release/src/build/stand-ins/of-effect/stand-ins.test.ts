/** Checks that the small stand-ins match the Effect modules that they replace. */
import * as EffectDuration from "effect/Duration"
import * as EffectEqual from "effect/Equal"
import * as EffectFormatter from "effect/Formatter"
import * as EffectHash from "effect/Hash"
import * as EffectRedactable from "effect/Redactable"
import { expect, it } from "vitest"

import * as Duration from "./Duration.ts"
import * as Equal from "./Equal.ts"
import * as Formatter from "./Formatter.ts"
import * as Hash from "./Hash.ts"
import * as Redactable from "./Redactable.ts"

it.each([
  ["Duration", Duration, EffectDuration],
  ["Equal", Equal, EffectEqual],
  ["Formatter", Formatter, EffectFormatter],
  ["Hash", Hash, EffectHash],
  ["Redactable", Redactable, EffectRedactable]
] as const)("%s exports nothing that Effect's own module does not", (_, own, original) => {
  for (const [name, value] of Object.entries(own)) expect(typeof Object(original)[name], name).toBe(typeof value)
  if ("symbol" in own) expect(own.symbol).toBe((original as typeof EffectEqual).symbol)
})

it("compares primitives as Effect does, and objects by identity", () => {
  const values = [0, 1, Number.NaN, "", "a", true, null, undefined, 1n, Symbol.iterator]
  for (const a of values) for (const b of values) expect(Equal.equals(a, b)).toBe(EffectEqual.equals(a, b))
  const one = { is: "one" }
  expect([Equal.equals(one, one), Equal.equals(one, globalThis)]).toEqual([true, false])
})

it("reads and converts durations as Effect does, and refuses what it does not know", () => {
  const inputs = [
    0,
    1,
    250,
    1500,
    -5,
    Infinity,
    Number.NaN,
    "1 milli",
    "250 millis",
    "1.5 seconds",
    "1 second"
  ] as const
  const more = ["2 minutes", "1 hour", "30 days", "2 weeks", "-3 seconds"] as const
  for (const input of [...inputs, ...more]) {
    expect(Duration.toMillis(input), String(input)).toBe(EffectDuration.toMillis(input))
    expect(Duration.toSeconds(input), String(input)).toBe(EffectDuration.toSeconds(input))
    expect(Duration.toDays(input), String(input)).toBe(EffectDuration.toDays(input))
  }
  for (const count of [0, 3, 0.5, Infinity]) {
    expect(Duration.toMillis(Duration.millis(count))).toBe(EffectDuration.toMillis(EffectDuration.millis(count)))
    expect(Duration.toMillis(Duration.seconds(count))).toBe(EffectDuration.toMillis(EffectDuration.seconds(count)))
    expect(Duration.toMillis(Duration.days(count))).toBe(EffectDuration.toMillis(EffectDuration.days(count)))
  }
  for (const count of [0, 1, Infinity, -Infinity]) {
    const [own, original] = [Duration.days(count), EffectDuration.days(count)]
    expect(Duration.isZero(own), String(count)).toBe(EffectDuration.isZero(original))
    expect(Duration.isFinite(own), String(count)).toBe(EffectDuration.isFinite(original))
  }
  expect(Duration.toMillis(Duration.zero)).toBe(EffectDuration.toMillis(EffectDuration.zero))
  expect(Duration.toMillis(Duration.infinity)).toBe(EffectDuration.toMillis(EffectDuration.infinity))
  expect(Duration.toMillis(Duration.negativeInfinity)).toBe(EffectDuration.toMillis(EffectDuration.negativeInfinity))
  for (const input of ["soon", "3 fortnights", "5 nanos", { seconds: 5 }, [1, 2], null]) {
    expect(() => Duration.fromInputUnsafe(input as never)).toThrow()
  }
})

it("prints strings unchanged", () => {
  for (const text of ["", "The database is closed.", "ünïcode\n"]) expect(Formatter.format(text)).toBe(text)
})
