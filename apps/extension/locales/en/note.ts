/** The user's own note about a person or a company. */
export const note = {
  title: "Your note",
  edit: "Edit",
  save: "Save",
  cancel: "Cancel",
  stays: "Stays in this browser"
} as const
