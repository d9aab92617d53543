import { agesIn, datesIn, listsIn, momentsIn, numbersIn, pluralsIn } from "../forms.ts"

export const plural = /* @__PURE__ */ pluralsIn("de")
export const number = /* @__PURE__ */ numbersIn("de")
export const list = /* @__PURE__ */ listsIn("de")
export const ago = /* @__PURE__ */ agesIn("de")
export const date = /* @__PURE__ */ datesIn("de")
export const moment = /* @__PURE__ */ momentsIn("de")
