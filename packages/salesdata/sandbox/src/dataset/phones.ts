// Telephone numbers from ranges reserved for fiction, so that no test calls a real person.
// Australia: https://www.acma.gov.au/phone-numbers-use-tv-shows-films-and-creative-works

import type { Place } from "./places.ts"

export interface PhoneBook {
  /** Returns an unused mobile number, or null if the range is used up. */
  readonly mobile: (place: Place) => string | null
  readonly direct: (place: Place) => string
  readonly office: (place: Place) => string
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, "0")

export const makePhoneBook = (): PhoneBook => {
  const counts = new Map<string, number>()
  const take = (range: string): number => {
    const count = counts.get(range) ?? 0
    counts.set(range, count + 1)
    return count
  }
  // A step that is coprime to the size visits the whole range without repeating.
  const spread = (count: number, size: number): number => (count * 7919 + 137) % size
  return {
    mobile: (place) => {
      const size = place.country === "Australia" ? 1000 : 10_000
      const count = take(`mobile ${place.country}`)
      if (count >= size) return null
      const number = spread(count, size)
      return place.country === "Australia" ? `+61 491 570 ${pad(number, 3)}` : `+64 21 000 ${pad(number, 4)}`
    },
    direct: (place) => {
      const number = pad(spread(take(`direct ${place.country} ${place.area}`), 10_000), 4)
      return place.country === "Australia" ? `+61 ${place.area} 5550 ${number}` : `+64 ${place.area} 000 ${number}`
    },
    office: (place) => {
      const number = pad(spread(take(`office ${place.country} ${place.area}`), 10_000), 4)
      return place.country === "Australia" ? `+61 ${place.area} 7010 ${number}` : `+64 ${place.area} 001 ${number}`
    }
  }
}

/** Converts to the national format: `+61 491 570 006` becomes `0491 570 006`. */
export const nationalFormat = (number: string): string =>
  number.replace(/^\+6[14] (?=4)/, "0").replace(/^\+6[14] (\d{1,2}) /, "0$1 ")
