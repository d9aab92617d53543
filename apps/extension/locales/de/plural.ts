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

export const plural = /* @__PURE__ */ pluralsIn("de")
export const number = /* @__PURE__ */ numbersIn("de")
export const list = /* @__PURE__ */ listsIn("de")
export const ago = /* @__PURE__ */ agesIn("de")
export const date = /* @__PURE__ */ datesIn("de")
export const moment = /* @__PURE__ */ momentsIn("de")
export const percent = /* @__PURE__ */ percentsIn("de")
export const day = /* @__PURE__ */ daysIn("de")
export const weekday = /* @__PURE__ */ weekdaysIn("de")
export const clock = /* @__PURE__ */ clocksIn("de")
