/** The choice of where answers are shown, in the welcome page and the options. */
export const place = {
  title: "Where the answer is shown",
  agreement:
    "The profile network's user agreement forbids inserting elements into its pages, and a member who uses a tool that does so is in breach of it. The popup inserts nothing.",
  page: "In the page and in the popup",
  pageHelp: "A card at the lower right of the page, after you click Enrich. It closes when you move on.",
  stored: "Stored",
  popup: "In the popup only",
  popupHelp: "No page is changed."
} as const
