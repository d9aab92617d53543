/**
 * Leaves out of the worker what only compares, hashes and prints Effect's values: 7 KB that every module of Effect reaches and
 * nothing here uses. Our own sources keep Effect's modules, which a test of the sources watches (`stand-ins.test.ts`).
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
  // What a stand-in lacks would be `undefined` at run time.
  onLog: (_level, { code, message }) => {
    if (code === "IMPORT_IS_UNDEFINED") throw new Error(message)
  }
}
