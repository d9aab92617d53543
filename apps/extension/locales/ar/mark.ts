import type * as en from "../en/mark.ts"
import type { Words } from "../words.ts"
import { plural } from "./plural.ts"

export const mark: Words<typeof en.mark> = {
  undecided: (count) =>
    plural(count, {
      one: "استعلام واحد بقي بلا إجابة وربما احتُسب",
      two: "استعلامان بقيا بلا إجابة وربما احتُسبا",
      few: `${count} استعلامات بقيت بلا إجابة وربما احتُسبت`,
      many: `${count} استعلامًا بقي بلا إجابة وربما احتُسب`,
      other: `${count} استعلام بقي بلا إجابة وربما احتُسب`
    })
}
