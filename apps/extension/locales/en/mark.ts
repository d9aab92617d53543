/** The toolbar button. */
import { plural } from "./plural.ts"

export const mark = {
  undecided: (count: number) =>
    plural(count, {
      one: "A lookup got no answer and may have been charged",
      other: `${count} lookups got no answer and may have been charged`
    }),
  broken: "Something of Inlay cannot be read: open the settings",
  away: "A service cannot be reached just now"
} as const
