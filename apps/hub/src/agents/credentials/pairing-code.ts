/**
 * The text of a pairing code: eight characters in two groups, from an alphabet without ambiguous characters
 * (Crockford's base 32). Its 40 bits suffice for ten minutes and a limited number of guesses.
 */
import { randomInt } from "node:crypto"

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const GROUP = 4

export const make = (): string => {
  const digits = Array.from({ length: 2 * GROUP }, () => DIGITS[randomInt(DIGITS.length)] ?? "").join("")
  return `${digits.slice(0, GROUP)}-${digits.slice(GROUP)}`
}

/** Normalises a typed code. Returns `undefined` if the text cannot be a code. */
export const read = (text: string): string | undefined => {
  const digits = text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")
  if (digits.length !== 2 * GROUP || [...digits].some((digit) => !DIGITS.includes(digit))) return undefined
  return `${digits.slice(0, GROUP)}-${digits.slice(GROUP)}`
}
