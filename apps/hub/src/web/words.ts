/** The console's shared texts. Each page's texts are in its folder, and a plugin's own texts come from the plugin. */
export type View = "integrations" | "tools" | "triggers" | "deliveries" | "activity" | "agents" | "settings"

/** Without the last digits of a sum of decimals, which are not exact. */
export const number = (value: number): string => value.toLocaleString("en-AU", { maximumFractionDigits: 9 })

export const plural = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? "" : "s"}`

/** Begins in lower case for use within a phrase, unless it begins with a name or an abbreviation. */
const lowered = (label: string): string => label.replace(/^[A-Z][a-z]*(?=[ -]|$)/, (word) => word.toLowerCase())

export const common = {
  loading: "Loading …",
  justNow: "just now",
  inAMoment: "in a moment",
  copy: (label: string) => `Copy ${lowered(label)}`,
  copied: (label: string) => `Copied ${lowered(label)}`,
  notCopied: "The browser did not allow copying.",
  cancel: "Cancel",
  any: "Any",
  beta: "beta",
  readOnly: "read-only",
  sourceOf: (path: string) => path,
  more: (count: number) => `${count} more`,
  number,
  credits: (count: number) => `${number(count)} ${count === 1 ? "credit" : "credits"}`
}

export const failures = {
  again: "Try again",
  offline: "The hub does not respond. Is it still running?",
  unreadable: (status: number) => `The hub's response (${status}) cannot be read.`,
  cancelled: "It was cancelled.",
  cutOff: "The hub's response was cut off. Activity lists what it did.",
  /** In place of the HTTP API's advice, which names a field of its requests. */
  fixes: {
    settleCharge: "Check the provider's credit log, then choose in the preview what happened.",
    buyAgain: "To pay for it once more, choose that in the preview.",
    agreeToPrice: "Preview it again to see the price."
  }
}

/** @param noun what one of the items is called */
export const searching = (noun: string) => ({
  search: `Search ${noun}s`,
  noMatch: `No ${noun} matches this search.`,
  showAll: "Show all",
  count: (count: number) => plural(count, noun)
})

export const navigation = {
  label: "Console",
  home: "Inlay, to the integrations",
  skip: "Skip to content",
  signOut: "Sign out",
  views: {
    integrations: "Integrations",
    tools: "Tools",
    triggers: "Triggers",
    deliveries: "Deliveries",
    activity: "Activity",
    agents: "Agents",
    settings: "Settings"
  } satisfies Record<View, string>
}

export const signIn = {
  title: "Sign in to Inlay",
  signingIn: "Signing in …",
  how: "On the machine where the hub runs, run this and open the link that it prints:",
  why: "The link works once, for 15 minutes. Anyone who can read the hub's data directory can create one.",
  command: "Command"
}

export const settings = {
  lead: "Where this hub stores its data, and who is signed in.",
  data: "Data",
  directory: "Data directory",
  database: "Database",
  databases: { sqlite: "SQLite, in the data directory", postgres: "PostgreSQL" },
  key: "Encryption key",
  keys: {
    environment: "from INLAY_SECRET_KEY",
    file: "a file in the data directory, readable only by its owner",
    none: "created when the first secret is stored"
  },
  keyHelp: "Without the key nobody, not even you, can read the stored secrets: keep a copy of it apart from the data.",
  rotate: "Change the key",
  address: "Address",
  version: "Version",
  api: "HTTP API",
  openapi: "Description of the HTTP API (OpenAPI)",
  export: "Export",
  exportHelp: "Runs of the last 30 days, or the accounts without their secrets, as JSON.",
  exportRuns: "Export runs",
  exportAccounts: "Export accounts",
  exported: (count: number) => `${plural(count, "row")} exported.`,
  sessions: "Signed-in browsers",
  sessionsHelp:
    "Whoever is signed in manages this hub. Sign the others out if you lost a device, or left a browser signed in elsewhere. Tokens, agents and paired browsers stay.",
  signOthersOut: "Sign out all other browsers",
  othersSignedOut: (count: number) =>
    count === 0 ? "No other browser was signed in." : `${plural(count, "other browser")} signed out.`
}
