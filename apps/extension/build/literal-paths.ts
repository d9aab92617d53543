/**
 * WXT 0.21 uses the path of an entrypoint as a regular expression, so it does not build in a folder such as `inlay (1)`
 * or `a+b`. This plugin escapes the path in WXT's own plugins. A path that is no valid expression, such as `c++`, fails
 * before that, so it is refused at the start.
 */
import type { Plugin } from "vite"

const STRIPPING = "wxt:remove-entrypoint-main-function"

export const literalPaths: Plugin = {
  name: "literal-paths",
  configResolved: ({ root, plugins }) => {
    for (const { name, transform } of plugins) {
      if (name !== STRIPPING || typeof transform !== "object" || !(transform.filter?.id instanceof RegExp)) continue
      const literalRoot = root.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
      const pattern = transform.filter.id.source.replaceAll(String.raw`\/`, "/")
      transform.filter.id = new RegExp(pattern.replace(root, () => literalRoot))
    }
  }
}

/** @throws in a folder whose path is no valid regular expression */
export const checkFolder = (folder: string): void => {
  try {
    RegExp(folder.replaceAll("\\", "/"))
  } catch {
    throw new Error(
      `WXT cannot build in ${folder}: move the checkout to a folder whose path has no ++ and no unpaired ( or [`
    )
  }
}
