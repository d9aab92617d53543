/** Fits as many items as possible into an answer, with the input for the rest. */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"

interface PageInput {
  readonly skip?: number
  readonly max_kb?: number
}

/** Space that is reserved for everything except the items. */
const BESIDE_BYTES = 2500

/** The items that fit, and the total number of items. */
export const fitted = <A, I extends PageInput>(items: ReadonlyArray<A>, input: I) => {
  const { skip = 0 } = input
  const room = AnswerSize.limitOf(input) - BESIDE_BYTES
  const { items: fittingItems, left_out, skip: next } = Listing.fitted("items", items, Math.max(1000, room), skip)
  return {
    items: fittingItems,
    total: items.length,
    ...(left_out !== undefined && { left_out }),
    ...(next !== undefined && { next: { ...input, skip: next } })
  }
}

/** Whether any of the texts contains the word, ignoring case. Always true without a word. */
export const holds = (word: string | undefined, ...texts: ReadonlyArray<string | null | undefined>): boolean =>
  word === undefined || texts.some((text) => text?.toLowerCase().includes(word.toLowerCase()) === true)
