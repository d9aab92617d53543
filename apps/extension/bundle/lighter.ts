/** What the worker does without: modules that are replaced by lighter ones where it is bundled. `tests/size.test.ts` holds the sum. */
import { fileURLToPath } from "node:url"

import type { Plugin } from "vite"

const REPLACED: ReadonlyArray<readonly [of: RegExp, by: string]> = [[/^\.{1,2}\/Formatter\.js$/, "./plain-format.ts"]]

export const lighter = (): Plugin => ({
  name: "inlay:lighter",
  enforce: "pre",
  resolveId: (source, importer) => {
    const [, by] = REPLACED.find(([of]) => of.test(source)) ?? []
    const path = by && fileURLToPath(new URL(by, import.meta.url))
    return path === importer ? undefined : path
  }
})
