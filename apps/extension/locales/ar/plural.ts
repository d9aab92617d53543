import { agesIn, datesIn, listsIn, momentsIn, numbersIn, pluralsIn } from "../forms.ts"

export const plural = /* @__PURE__ */ pluralsIn("ar")
export const number = /* @__PURE__ */ numbersIn("ar")
export const list = /* @__PURE__ */ listsIn("ar")
export const ago = /* @__PURE__ */ agesIn("ar")
export const date = /* @__PURE__ */ datesIn("ar")
export const moment = /* @__PURE__ */ momentsIn("ar")

const LEFT_TO_RIGHT = "\u200E"
const RIGHT_TO_LEFT = "\u200F"

/**
 * Isolates a name, an address or a number within a sentence, so that it keeps its own direction. The last mark keeps
 * what follows in the sentence: a number or another name would otherwise be drawn on the wrong side of this one.
 */
export const ltr = (text: string): string => LEFT_TO_RIGHT + text + LEFT_TO_RIGHT + RIGHT_TO_LEFT

/** Makes a sentence that starts with a name keep the direction of its language. */
export const rtl = (text: string): string => RIGHT_TO_LEFT + text
