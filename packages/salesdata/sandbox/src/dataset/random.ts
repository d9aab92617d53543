// Reproducible random numbers: the same seed gives the same data on every machine and in every run. Not for secrets.

import { randomOf } from "@inlay/sandbox-kit/random"

export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number from `min` to `max`, both included. */
  readonly int: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(items: ReadonlyArray<T>) => T
  readonly weighted: <T extends { readonly weight: number }>(items: ReadonlyArray<T>) => T
  /** Returns `count` different items in random order. */
  readonly sample: <T>(items: ReadonlyArray<T>, count: number) => ReadonlyArray<T>
}

/** 32-bit FNV-1a over UTF-16 code units. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

export const makeRandom = (seed: number): Random => {
  const next = randomOf(seed)
  const pick = <T>(items: ReadonlyArray<T>): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError("nothing to pick from")
    return item
  }
  const weightedPick = <T extends { readonly weight: number }>(items: ReadonlyArray<T>): T => {
    let rest = next() * items.reduce((sum, item) => sum + item.weight, 0)
    for (const item of items) {
      rest -= item.weight
      if (rest < 0) return item
    }
    return pick(items)
  }
  const sample = <T>(items: ReadonlyArray<T>, count: number): ReadonlyArray<T> => {
    const remaining = [...items]
    const chosenItems: Array<T> = []
    while (chosenItems.length < count && remaining.length > 0) {
      chosenItems.push(...remaining.splice(Math.floor(next() * remaining.length), 1))
    }
    return chosenItems
  }
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted: weightedPick,
    sample
  }
}
