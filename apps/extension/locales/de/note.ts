import type * as en from "../en/note.ts"
import type { Words } from "../words.ts"
import { number } from "./plural.ts"

export const note: Words<typeof en.note> = {
  title: "Ihre Notiz",
  edit: "Bearbeiten",
  save: "Speichern",
  stays: "Bleibt in diesem Browser",
  full: (most) => `Eine Notiz hat höchstens ${number(most)} Zeichen`,
  changedElsewhere: (text) => `In einem anderen Fenster geändert zu „${text}“. Speichern ersetzt das.`,
  deletedElsewhere: "In einem anderen Fenster gelöscht. Speichern legt sie wieder an."
}
