/**
 * In place of core-http's reader of large answers, which parses them in pieces: an answer of the worker's is a record of at most
 * 4 MB, which is parsed at once.
 */
export const isLarge = (): boolean => false

export const parseLarge = (): never => {
  throw new Error("an answer of this worker is never read in pieces")
}
