// Groups events by the values of the dimensions, and computes the measures of each group.

import type { Day } from "../events/columns.ts"
import type { BoundDimension } from "../fields/dimensions.ts"
import { type Counter, makeCounter, type Measure } from "../fields/measures.ts"

/** Whether an event is included, given its row and that of its session. */
export type Keep = (day: Day) => (event: number, session: number) => boolean

/** Combines filters. An event must pass all of them. */
export const both = (...filters: ReadonlyArray<Keep | undefined>): Keep | undefined => {
  const some = filters.filter((filter) => filter !== undefined)
  if (some.length < 2) return some[0]
  return (day) => {
    const tests = some.map((filter) => filter(day))
    return (event, session) => tests.every((test) => test(event, session))
  }
}

/** Events that are grouped separately: those of one date range, and within it of one comparison. */
export interface Slice {
  readonly days: ReadonlyArray<Day>
  readonly keep: Keep | undefined
}

export interface Groups {
  readonly count: number
  /** The slice of a group. */
  readonly slice: (group: number) => number
  /** The code of a dimension's value in a group. */
  readonly code: (group: number, dimension: number) => number
  /** The amount of the measure with this name. */
  readonly amount: (group: number, measure: string) => number
}

/** Codes of dimensions are below this, which is enough for every minute and every session. */
const codes = 2 ** 28

export const aggregate = (
  slices: ReadonlyArray<Slice>,
  dimensions: ReadonlyArray<BoundDimension>,
  measures: ReadonlyArray<Measure>
): Groups => {
  const counters = new Map<string, Counter>()
  for (const measure of measures) if (!counters.has(measure.name)) counters.set(measure.name, makeCounter(measure))
  const all = [...counters.values()]
  const levels = dimensions.map(() => new Map<number, number>())
  const nodes = dimensions.map(() => 0)
  const sliceOf: Array<number> = []
  const codeOf: ReadonlyArray<Array<number>> = dimensions.map(() => [])
  const whole = new Map<number, number>()
  let count = 0

  const open = (slice: number, values: ReadonlyArray<number>): number => {
    sliceOf.push(slice)
    for (const [index, column] of codeOf.entries()) column.push(values[index] ?? 0)
    return count++
  }
  const last = dimensions.length - 1
  const values = dimensions.map(() => 0)
  const groupOf = (
    slice: number,
    reads: ReadonlyArray<(event: number, session: number) => number>,
    event: number,
    session: number
  ): number => {
    if (last < 0) {
      const existing = whole.get(slice)
      if (existing !== undefined) return existing
      const group = open(slice, values)
      whole.set(slice, group)
      return group
    }
    let node = slice
    for (let level = 0; level <= last; level += 1) {
      const code = reads[level]?.(event, session) ?? 0
      values[level] = code
      const key = node * codes + code
      let next = levels[level]?.get(key)
      if (next === undefined) {
        next = level === last ? open(slice, values) : (nodes[level] = (nodes[level] ?? 0) + 1)
        levels[level]?.set(key, next)
      }
      node = next
    }
    return node
  }

  for (const [slice, { days, keep }] of slices.entries()) {
    for (const day of days) {
      const reads = dimensions.map(({ read }) => read(day))
      const isKept = keep?.(day)
      for (const counter of all) counter.begin(day)
      const { count: rows, session: sessions } = day.events
      for (let event = 0; event < rows; event += 1) {
        const session = sessions[event] ?? 0
        if (isKept !== undefined && !isKept(event, session)) continue
        const group = groupOf(slice, reads, event, session)
        for (const counter of all) counter.add(group, event, session)
      }
    }
  }
  return {
    count,
    slice: (group) => sliceOf[group] ?? 0,
    code: (group, dimension) => codeOf[dimension]?.[group] ?? 0,
    amount: (group, measure) => counters.get(measure)?.amount(group) ?? 0
  }
}
