import type * as en from "../en/language-choice.ts"
import type { Words } from "../words.ts"

export const languageChoice: Words<typeof en.languageChoice> = {
  asBrowser: "Wie der Browser",
  help: "Gilt für alle Seiten von Inlay und für Karten in Seiten, die von jetzt an geöffnet werden."
}
