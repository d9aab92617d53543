import {
  agesIn,
  clocksIn,
  datesIn,
  daysIn,
  listsIn,
  momentsIn,
  numbersIn,
  percentsIn,
  pluralsIn,
  weekdaysIn
} from "../forms.ts"

export const plural = /* @__PURE__ */ pluralsIn("en")
export const number = /* @__PURE__ */ numbersIn("en")
export const list = /* @__PURE__ */ listsIn("en")
export const ago = /* @__PURE__ */ agesIn("en")
export const date = /* @__PURE__ */ datesIn("en")
export const moment = /* @__PURE__ */ momentsIn("en")
export const percent = /* @__PURE__ */ percentsIn("en")
export const day = /* @__PURE__ */ daysIn("en")
export const weekday = /* @__PURE__ */ weekdaysIn("en")
export const clock = /* @__PURE__ */ clocksIn("en")

/** Within a phrase; an abbreviation stays one. */
export const lowered = (label: string): string => (label === label.toUpperCase() ? label : label.toLowerCase())
