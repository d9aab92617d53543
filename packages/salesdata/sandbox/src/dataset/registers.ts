// Business register numbers: the Australian Business Number and the New Zealand Business Number. Implemented from the
// registers' published rules, independently of the code under test.

import type { Random } from "./random.ts"

const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

const digitsOf = (text: string): ReadonlyArray<number> => [...text].map(Number)

/**
 * Whether a text is an ABN: eleven digits, of which the first two are check digits from 11 to 99. After one is
 * subtracted from the first digit, the weighted sum must be a multiple of 89.
 * Source: https://abr.business.gov.au/Help/AbnFormat
 */
export const isAbn = (text: string): boolean => {
  if (!/^[0-9]{11}$/.test(text) || Number(text.slice(0, 2)) < 11) return false
  const sum = digitsOf(text).reduce(
    (total, digit, index) => total + (index === 0 ? digit - 1 : digit) * (weights[index] ?? 0),
    0
  )
  return sum % 89 === 0
}

/** Makes a valid ABN from nine random digits, preceded by two check digits. */
export const makeAbn = (random: Random): string => {
  const body = String(random.int(0, 999_999_999)).padStart(9, "0")
  const sum = digitsOf(body).reduce((total, digit, index) => total + digit * (weights[index + 2] ?? 0), 0)
  return `${99 - (sum % 89)}${body}`
}

/** The GS1 check digit of the first twelve digits. */
const gs1Check = (twelve: string): number => {
  const sum = digitsOf(twelve).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** Thirteen digits in the 94299 range, which no real company has. */
export const makeNzbn = (random: Random): string => {
  const twelve = `94299${String(random.int(0, 9_999_999)).padStart(7, "0")}`
  return `${twelve}${gs1Check(twelve)}`
}
