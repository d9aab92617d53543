/**
 * The permissions that the extension asks for, with the justification that the stores require. The manifest and the
 * listings are generated from this. Pure.
 */

interface Permission {
  readonly name: string
  /** The browsers whose manifests contain it. */
  readonly browsers: ReadonlyArray<"chrome" | "firefox">
  /** The justification for a reviewer: what the user does, and what would not work without it. */
  readonly why: string
}

const BOTH = ["chrome", "firefox"] as const

/** Requested at installation; none of them shows a warning. */
export const permissions: ReadonlyArray<Permission> = [
  {
    name: "activeTab",
    browsers: BOTH,
    why: "When the user clicks the toolbar button, Inlay reads the address of that tab to see whose profile or site it shows. It gets no access to any other tab."
  },
  {
    name: "alarms",
    browsers: BOTH,
    why: "Checks the repositories that the user has chosen to watch from this browser, every few minutes, and asks the user's own hub once a minute for events of the triggers that the user has chosen for notifications."
  },
  {
    name: "contextMenus",
    browsers: BOTH,
    why: "Adds one item to the menu of a link to a profile or a repository, and one to the page's menu. Each opens the side panel."
  },
  {
    name: "scripting",
    browsers: BOTH,
    why: "After the user has clicked Enrich, the result is drawn as a card in that page. On a repository's page, a line with its last run is drawn on a click, or always if the user has chosen that for the code host. The scripts are part of the package."
  },
  {
    name: "sidePanel",
    browsers: ["chrome"],
    why: "Shows the result beside the page for users who do not want a card inside it."
  },
  {
    name: "storage",
    browsers: BOTH,
    why: "Keeps the chosen language, the browser session's identifier for the user's own spending limit, and which page the user opened in the side panel. Accounts and results are in the extension's own database."
  },
  {
    // https://developer.chrome.com/docs/extensions/develop/concepts/storage-and-cookies
    name: "unlimitedStorage",
    browsers: BOTH,
    why: "The extension's own database holds what the user has paid for, what was spent, and the encrypted keys: a few megabytes. Without this permission, the browser may delete it when the disk is nearly full, and the user would pay for the same answers again."
  }
]

/** Requested when the user chooses a trigger for notifications. */
export const optionalPermissions: ReadonlyArray<Permission> = [
  {
    name: "notifications",
    browsers: BOTH,
    why: "Shows a notification for each event of the triggers that the user has chosen, one by one. It is requested when the user chooses the first trigger; without it, everything else works."
  }
]

/** Requested when the user connects an account, pairs a hub or allows the line on a code host, and only for that address. */
export const optionalHosts = {
  patterns: ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"],
  why: "The user's own data provider, or the user's own hub, can have any address. Inlay asks for the one address that the user enters, when it is saved. For a line on every page of a code host, it asks for that host's pages when the user chooses \"Always\". It asks for nothing else."
} as const

export const namesFor = (browser: string): Array<string> =>
  permissions.filter(({ browsers }) => browsers.some((one) => one === browser)).map(({ name }) => name)
