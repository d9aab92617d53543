import type * as en from "../en/mark.ts"
import type { Words } from "../words.ts"
import { plural } from "./plural.ts"

export const mark: Words<typeof en.mark> = {
  undecided: (count) =>
    plural(count, {
      one: "Eine Abfrage blieb ohne Antwort und wurde vielleicht berechnet",
      other: `${count} Abfragen blieben ohne Antwort und wurden vielleicht berechnet`
    })
}
