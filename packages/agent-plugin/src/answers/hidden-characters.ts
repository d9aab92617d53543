/** A step's output as programs and agents get it: unchanged, with what hides in its texts said beside it. */
import { hiddenCharacters } from "@inlay/core-http/ProviderText"

import * as AnswerSize from "./AnswerSize.ts"

/**
 * The output, with `hidden_characters` (`"body: 3 tag characters"`) where any text of it hides or turns words.
 * @param input what the step was asked: an answer that would pass the size it allows says in how many places, not where
 */
export const withHiddenCharacters = (output: unknown, input: unknown): unknown => {
  if (typeof output !== "object" || output === null) return output
  const places = hiddenCharacters(output)
  if (places.length === 0) return output
  const data = { ...output, hidden_characters: places }
  return AnswerSize.bytesOf(data) <= AnswerSize.limitOf(input)
    ? data
    : { ...output, hidden_characters: [`in at least ${places.length} places`] }
}
