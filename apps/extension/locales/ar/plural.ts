import { agesIn, datesIn, listsIn, momentsIn, numbersIn, pluralsIn } from "../forms.ts"

export const plural = /* @__PURE__ */ pluralsIn("ar")
export const number = /* @__PURE__ */ numbersIn("ar")
export const list = /* @__PURE__ */ listsIn("ar")
export const ago = /* @__PURE__ */ agesIn("ar")
export const date = /* @__PURE__ */ datesIn("ar")
export const moment = /* @__PURE__ */ momentsIn("ar")

const LEFT_TO_RIGHT = "\u200E"
const RIGHT_TO_LEFT = "\u200F"

/** A name, an address or a number within a sentence: in its own order, whatever stands beside it. */
export const ltr = (text: string): string => `${LEFT_TO_RIGHT}${text}${LEFT_TO_RIGHT}`

/** A sentence that begins with a name: it is in the direction of its language all the same. */
export const rtl = (text: string): string => RIGHT_TO_LEFT + text
