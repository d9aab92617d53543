/** Exporting and erasing all data of this browser, and the sections of the options. */
import { list, number } from "./plural.ts"

export const browserData = {
  title: "Everything in this browser",
  lead: "Accounts, saved answers, notes, spending and settings. The file has everything except keys and tokens.",
  save: "Save as a JSON file",
  saved: "Saved. Keys and tokens are not in the file.",
  savedInPart: (stores: ReadonlyArray<string>) =>
    `Partly saved: damaged data that could not be read is missing (${list(stores)}).`,
  erase: "Erase everything",
  eraseSure:
    "Erase all Inlay data in this browser? Keys, accounts, saved answers, notes and spending are gone for good: caps count from zero, and looking up a record again costs again. A hub keeps its data: revoke this browser there.",
  eraseYes: "Yes, erase everything",
  erased: "No Inlay data is left in this browser",
  erasedInPart: "Some Inlay data is still in this browser",
  of: { rows: "Records", settings: "Settings", origins: "Allowed addresses" },
  left: (remaining: number, before: number | undefined) =>
    before === undefined ? `${number(remaining)} left` : `${number(remaining)} of ${number(before)} left`,
  restartWhy: "Counted again after erasing. Restart the extension before you use it."
} as const

/** The options' sections in their table of contents. */
export const sections = {
  label: "Sections",
  accounts: "Accounts",
  hub: "Hub",
  place: "Display",
  notifications: "Notifications",
  language: "Language",
  charges: "Spending",
  data: "Data"
} as const

/** Shown in the options if the browser's storage cannot be used. */
export const damaged = {
  title: "The settings cannot be read",
  text: "Try again first. If that does not help, save what can still be read, erase everything below, and connect again."
} as const
