/** Texts of the options page. */
import { list, lowered, number, plural } from "./plural.ts"
import { credits } from "./shared.ts"

export * from "./fields.ts"

export const account = {
  title: "Inlay settings",
  doesNotOpen: "Cannot be opened",
  edit: "Edit",
  editNamed: (name: string) => `Edit ${name}`,
  shownBelow: "Shown below",
  add: (plugin: string, count: number) => `Add ${count === 0 ? "a" : "another"} ${lowered(plugin)} account`,
  newTitle: "New account",
  name: "Name",
  nameHelp: "Tells accounts apart: lower-case letters, digits and hyphens.",
  mustBeName: "Enter a name of lower-case letters, digits and hyphens, such as team-a.",
  nameTaken: (name: string) => `An account ${name} already exists.`,
  kind: "Connect with",
  choose: "Choose one",
  formTitle: (plugin: string) => `${plugin} account`,
  formLead: "Requests go from this browser straight to your provider and nowhere else.",
  required: "required",
  more: "More settings",
  proposed: "Suggested. Change it, or clear it for no cap.",
  stored: "Stored. Leave empty to keep it.",
  storedFile: "A file is stored. Leave empty to keep it.",
  international: (host: string) => `The browser knows this host as ${host}: check that it is the one that you mean.`,
  save: "Save and check",
  saving: "Checking the account…",
  saveAnyway: "Save anyway",
  saved: "Saved. The account works.",
  savedHere: "Saved.",
  savedUnchecked: "Saved, although the check failed.",
  notSaved: "Not saved yet",
  correct: "Correct the marked fields first.",
  correctIt: "Correct it and save again.",
  enterIt: "Enter it and save again.",
  isMissing: (label: string) => `${label} is missing.`,
  belongsToOld: (label: string) => `The address changed, and ${label} belongs to the old one.`,
  isWrong: (label: string, message: string) => `${label} ${message}.`,
  denied: (host: string) => `Inlay may not reach ${host} yet.`,
  deniedAdvice: "Save again and choose Allow. Inlay can then reach this address and no other.",

  mustNotBeEmpty: "Needed to connect.",
  mustBeAddress: "Enter an address such as https://api.provider.example/v1.",
  mustBePlain: "Leave out user name, query and fragment.",
  mustBeHttps: "Use https. Plain http works for localhost and 127.0.0.1 only.",
  mustBeNumber: "Enter a number, 0 or more, without thousands separators.",
  keyForNewAddress: "The address changed: enter the key that belongs to it.",

  setUpAgain: "Enter its settings again and save, or remove it below.",

  spendingOf: (name: string) => `Spending of ${name}`,
  today: (count: number) => `${credits(count)} today`,
  todayHelp: "Counted per UTC day, for this browser.",
  removeTitle: "Remove the account",
  removeNamed: (name: string) => `Remove the account ${name}`,
  removeHelp: "Deletes the key, the settings and every saved answer. Today's spending stays counted.",
  remove: "Remove account",
  removeSure: "Remove the key and everything saved?",
  removeYes: "Yes, remove",
  removed: (name: string) => `The account ${name} was removed.`,
  cancel: "Cancel"
}

/** Exporting and erasing all data of this browser. */
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
}

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
}

/** Shown in the options if the browser's storage cannot be used. */
export const damaged = {
  title: "The settings cannot be read",
  text: "Try again first. If that does not help, save what can still be read, erase everything below, and connect again."
}

/** The hub in the options: pairing, and the way in which plugins run. */
const accounts = (count: number, where: string): string =>
  plural(count, { one: `${count} account ${where}`, other: `${count} accounts ${where}` })

export const hub = {
  title: "Through a hub",
  lead: "With your own hub, keys stay there and are not stored in this browser. Everybody who uses it shares limits, paid answers and unknown charges.",
  address: "Address of the hub",
  addressHelp: "As “inlay serve” prints it, such as http://127.0.0.1:4670.",
  code: "Pairing code",
  codeHelp: "Shown in the hub's console, on its Agents page. It works once, for ten minutes.",
  needed: "Needed to pair.",
  pair: "Pair",
  pairing: "Pairing…",
  denied: (host: string) => `Inlay may not reach ${host} yet.`,
  deniedAdvice: "Pair again and choose Allow. Inlay can then reach this address and no other.",
  /** The browser's permission was taken away. */
  allow: (host: string) => `Allow requests to ${host}`,
  paired: (host: string, version: string) => `Paired with ${host}, version ${version}.`,
  name: (name: string) =>
    `The hub calls this browser “${name}”. Limit or revoke it in the hub's console, on the Agents page.`,
  ways: "How each plugin runs",
  notShared:
    "This browser and the hub keep separate records: what one has bought, the other does not have. The same person looked up both ways is paid twice.",
  direct: "From this browser alone",
  here: (count: number) => accounts(count, "in this browser"),
  through: "Through the hub",
  atHub: (count: number | undefined) =>
    count === undefined ? "Its accounts are not known right now" : accounts(count, "at the hub"),
  spent: (name: string, spentToday: string) => `${name}: ${spentToday} today, from this browser`,
  hubOnly: "Through the hub only",
  pairAgain: "Pair again",
  unpair: "End the pairing",
  unpairSure: "End it? Plugins that use the hub then run from this browser alone, if it has an account.",
  unpairYes: "Yes, end it",
  ended: "The pairing has ended.",
  endedHere:
    "The pairing has ended in this browser. The hub was not informed: revoke this browser there, on the Agents page."
}

export const languageChoice = {
  asBrowser: "Same as the browser",
  help: "For every page of Inlay, and cards in pages that you open from now on."
}

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
}
