/**
 * Replaces the modules that compare, hash and print Effect's values in the worker's bundle: 7 KB that every Effect
 * module imports and nothing in the worker uses. Our own sources must not use these modules, which `stand-ins.test.ts`
 * checks.
 */
import { basename, join } from "node:path"

import type { Plugin } from "vite"

export const STAND_INS = ["Equal", "Formatter", "Hash"] as const

const isEffects = (module: string): boolean => /[\\/]node_modules[\\/]effect[\\/]/.test(module)

export const effectStandIns: Plugin = {
  name: "effect-stand-ins",
  enforce: "pre",
  resolveId: (specifier, importer) => {
    const name = STAND_INS.find((one) => `${one}.js` === basename(specifier))
    return name !== undefined && importer !== undefined && specifier.startsWith(".") && isEffects(importer)
      ? join(import.meta.dirname, "stand-ins", `${name}.ts`)
      : undefined
  },
  // An import that a stand-in does not export would be `undefined` at run time, so the build fails instead.
  onLog: (_level, { code, message }) => {
    if (code === "IMPORT_IS_UNDEFINED") throw new Error(message)
  }
}
