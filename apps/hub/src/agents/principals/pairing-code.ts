/**
 * The text of a pairing code: eight letters and digits in two groups, none that is taken for another one (Crockford's base 32).
 * Its 40 bits are for ten minutes and a handful of guesses.
 */
import { randomInt } from "node:crypto"

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const GROUP = 4

export const make = (): string => {
  const digits = Array.from({ length: 2 * GROUP }, () => DIGITS[randomInt(DIGITS.length)] ?? "").join("")
  return `${digits.slice(0, GROUP)}-${digits.slice(GROUP)}`
}

/** As it was made, however it was typed; `undefined` for what cannot be a code. */
export const read = (text: string): string | undefined => {
  const digits = text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")
  if (digits.length !== 2 * GROUP || [...digits].some((digit) => !DIGITS.includes(digit))) return undefined
  return `${digits.slice(0, GROUP)}-${digits.slice(GROUP)}`
}
