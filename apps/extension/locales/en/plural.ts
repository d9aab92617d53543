import { agesIn, datesIn, listsIn, momentsIn, numbersIn, pluralsIn } from "../forms.ts"

export const plural = /* @__PURE__ */ pluralsIn("en")
export const number = /* @__PURE__ */ numbersIn("en")
export const list = /* @__PURE__ */ listsIn("en")
export const ago = /* @__PURE__ */ agesIn("en")
export const date = /* @__PURE__ */ datesIn("en")
export const moment = /* @__PURE__ */ momentsIn("en")

/** Lower case for use within a phrase. An abbreviation keeps its capitals. */
export const lowered = (label: string): string => (label === label.toUpperCase() ? label : label.toLowerCase())
