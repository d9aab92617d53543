/** The user's own note about a person or a company. */
export const note = {
  title: "Your note",
  edit: "Edit",
  save: "Save",
  stays: "Stays in this browser",
  changedElsewhere: (text: string) => `Changed in another window to “${text}”. Saving replaces that.`,
  deletedElsewhere: "Deleted in another window. Saving writes it again."
} as const
