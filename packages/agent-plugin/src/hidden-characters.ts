/** A step's output as programs and agents get it: unchanged, with what hides in its texts said beside it. */
import { hiddenCharacters } from "@inlay/core-http/ProviderText"

/** The output, with `hidden_characters` (`"body: 3 tag characters"`) where any text of it hides or turns words. */
export const withHiddenCharacters = (output: unknown): unknown => {
  const hidden = hiddenCharacters(output)
  return hidden.length === 0 || typeof output !== "object" || output === null
    ? output
    : { ...output, hidden_characters: hidden }
}
