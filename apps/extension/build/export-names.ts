/** The names in a chunk's imports and exports, as the bundler writes them. */

/** The clause at the end of a chunk: `export{t as View,n as Frame};`. */
export const EXPORTS = /\bexport\{([^}]*)\};?\s*$/

/** Reads `a as b,c` as pairs of names: `a` and `b`, `c` and `c`. */
export const pairsOf = (names: string): ReadonlyArray<readonly [string, string]> =>
  names
    .split(",")
    .filter((name) => name.trim() !== "")
    .map((name) => {
      const [first = "", second = first] = name.trim().split(" as ")
      return [first, second]
    })
