/**
 * Replaces modules of Effect in the worker's bundle: those that compare, hash and print Effect's values (7 KB that every
 * Effect module imports and nothing in the worker uses), durations (4 KB of nanoseconds), layers (3 KB of scopes),
 * schedulers, loggers, and a function that reads a stack trace when it is loaded. Our own sources must not use the first,
 * which `effect-stand-ins.test.ts` checks, and of the others only what the stand-in exports, which the build checks.
 */
import { basename, join } from "node:path"

import { ofEffect } from "@inlay/release/stand-ins"
import type { Plugin } from "vite"

export const UNUSED = ["Equal", "Formatter", "Hash"] as const
const WITHIN_EFFECT = [...UNUSED, "Duration", "Scheduler", "Utils"]
const IN_OURS = ["Duration", "Effect", "Layer"]

/** The other stand-ins are those of the promise clients. */
const OWN = ["Effect", "Layer", "Scheduler", "Utils"]

const isEffects = (module: string): boolean => /[\\/]node_modules[\\/]effect[\\/]/.test(module)

export const effectStandIns: Plugin = {
  name: "effect-stand-ins",
  enforce: "pre",
  resolveId: (specifier, importer) => {
    if (importer === undefined) return undefined
    const name = isEffects(importer)
      ? WITHIN_EFFECT.find((one) => specifier.startsWith(".") && `${one}.js` === basename(specifier))
      : IN_OURS.find((one) => specifier === `effect/${one}` && importer !== join(import.meta.dirname, `${one}.ts`))
    if (name === undefined) return undefined
    return OWN.includes(name) ? join(import.meta.dirname, `${name}.ts`) : ofEffect(`${name}.ts`)
  },
  // An import that a stand-in does not export would be `undefined` at run time, so the build fails instead.
  onLog: (_level, { code, message }) => {
    if (code === "IMPORT_IS_UNDEFINED") throw new Error(message)
  }
}
