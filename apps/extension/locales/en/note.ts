/** The user's own note about a person or a company. */
import { number } from "./plural.ts"

export const note = {
  title: "Your note",
  edit: "Edit",
  save: "Save",
  stays: "Stays in this browser",
  full: (most: number) => `A note has at most ${number(most)} characters`,
  changedElsewhere: (text: string) => `Changed in another window to “${text}”. Saving replaces that.`,
  deletedElsewhere: "Deleted in another window. Saving writes it again."
} as const
