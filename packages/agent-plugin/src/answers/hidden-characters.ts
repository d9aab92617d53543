/** Reports hidden characters in a step's output. The output itself is unchanged. */
import { hiddenCharacters } from "@inlay/core-http/ProviderText"

import * as AnswerSize from "./AnswerSize.ts"

/**
 * Adds `hidden_characters` (`"body: 3 tag characters"`) to the output if any text in it contains characters that hide
 * or reorder text.
 * @param input the step's input. If the list would exceed the size that the input allows, only the number of places is
 * reported.
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
