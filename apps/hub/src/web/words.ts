/** Every word of the console that is not a plugin's own. */
export type View = "integrations" | "tools" | "triggers" | "deliveries" | "activity" | "agents" | "settings"

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const number = (value: number): string => value.toLocaleString("en-AU")

export const common = {
  loading: "Loading …",
  justNow: "just now",
  inAMoment: "in a moment",
  never: "never",
  copy: (label: string) => `Copy ${label.toLowerCase()}`,
  copied: (label: string) => `Copied ${label.toLowerCase()}`,
  notCopied: "The browser did not allow copying.",
  cancel: "Cancel",
  close: "Close",
  beta: "beta",
  readOnly: "read-only",
  sourceOf: (path: string) => path,
  more: (count: number) => `${count} more`,
  credits: (count: number) => plural(count, "credit"),
  yes: "yes",
  no: "no"
}

export const failures = {
  again: "Try again",
  offline: "The hub does not answer. Is it still running?",
  unreadable: (status: number) => `The hub gave an answer (${status}) that cannot be read.`,
  cancelled: "It was cancelled.",
  cutOff: "The hub’s answer broke off. What it did stands in Activity."
}

export const navigation = {
  label: "Console",
  home: "Inlay, to the integrations",
  skip: "To the content",
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
  why: "The link works once, for 15 minutes. Whoever can read the hub's data directory can make one.",
  command: "Command"
}

export const integrations = {
  lead: "Accounts that tools, agents and triggers work with.",
  connect: "Connect",
  connectNamed: (plugin: string) => `Connect ${plugin}`,
  another: "Add another",
  anotherNamed: (plugin: string) => `Add another account of ${plugin}`,
  none: "No account yet.",
  working: "Works",
  checking: "Checking …",
  broken: "Needs attention",
  lastUse: "Last used",
  neverUsed: "Never used",
  ofEnvironment: "from the environment",
  environmentHelp: "It comes from the hub's environment variables: change it there.",
  ends: "Sign-in ends",
  check: "Check",
  edit: "Edit",
  mend: "Mend",
  remove: "Remove",
  named: (act: string, account: string) => `${act} ${account}`,
  as: (identity: string) => `as ${identity}`,
  limits: "Limits",
  spentToday: (credits: string) => `${credits} spent today`,
  connected: (account: string) => `${account} is connected.`,
  removed: (account: string) => `${account} is removed.`,
  removedAndRevoked: (account: string) => `${account} is removed, and its access ended at the provider.`
}

export const connecting = {
  title: (plugin: string) => `Connect ${plugin}`,
  editTitle: (account: string) => `Edit ${account}`,
  mendTitle: (account: string) => `Mend ${account}`,
  lead: "What you enter is checked with the provider, and stored encrypted.",
  kind: "How to connect",
  name: "Name",
  nameHelp: "What you call this account here: letters, digits, dots, hyphens.",
  more: "More settings",
  limit: "Limits of this account",
  save: "Save",
  connect: "Connect",
  browser: "Sign in in the browser",
  device: "Sign in with a code",
  required: "required",
  stored: "Stored; leave empty to keep it",
  storedFile: "A file is stored; choose another to replace it.",
  choose: "Choose …",
  missing: "Fill this in.",
  correct: "Some of it is not right yet: see below.",
  back: "Back to integrations"
}

export const signingIn = {
  browserTitle: "Finish in the other tab",
  browserHelp: "The provider asks you to sign in and to agree. This page notices when you are done.",
  open: "Open the sign-in page",
  deviceTitle: "Enter this code at the provider",
  deviceHelp: "Open the page, sign in, and enter the code. This page notices when you are done.",
  openDevice: "Open the provider’s page",
  code: "Code",
  waiting: "Waiting for the provider …",
  over: "The time for this sign-in is over. Begin it again.",
  begin: "Begin again"
}

export const removing = {
  title: (account: string) => `Remove ${account}?`,
  loading: "Looking what depends on it …",
  revokes: "Its access is ended at the provider too, where the provider has a way; what is left to do is said.",
  keeps: "Its key stays valid at the provider: delete it there if nobody else uses it.",
  nothing: "Nothing else depends on it.",
  stops: "This stops working:",
  kinds: { token: "Token", agent: "Agent", subscription: "Subscription" },
  /** @param what such as `Token ci` */
  ends: {
    token: (what: string) => `${what}: it may use no other account, and can do nothing any more.`,
    agent: (what: string) => `${what}: it may use no other account, and can do nothing any more.`,
    subscription: (what: string) => `${what}: it is switched off, and starts nothing any more.`
  },
  goesOn: (what: string) => `${what}: goes on with its other accounts.`,
  yes: "Remove",
  force: "Remove without ending its access",
  left: "Left to do by hand:"
}

export const tools = {
  lead: "What accounts can do. Try one here, then give it to a program or an agent.",
  search: "Search tools",
  count: (count: number) => plural(count, "tool"),
  none: "No tool goes by these words.",
  noneHelp: "Show all",
  all: "All integrations",
  plugin: "Integration",
  reads: "reads",
  changes: "changes data",
  destroys: "deletes or overwrites",
  costs: (cost: { readonly unit: string; readonly upTo: number | null }) =>
    cost.unit === "quota" ? "uses quota" : cost.upTo === null ? "costs credits" : `up to ${common.credits(cost.upTo)}`,
  free: "free",
  back: "All tools",
  account: "Account",
  noAccount: "No account can run this.",
  connectFirst: "Connect one",
  input: "Input",
  required: "required",
  more: (count: number) => plural(count, "more input"),
  unset: "Not set",
  oneALine: "One a line.",
  json: "As JSON.",
  run: "Run",
  runFor: (cost: string) => `Run · ${cost}`,
  runChanging: "Run and change data",
  preview: "Preview",
  cancel: "Cancel",
  running: (seconds: number) => `Running … ${seconds} s`,
  progress: "How far it is",
  done: (done: number, total: number | undefined) =>
    total === undefined
      ? done.toLocaleString("en-AU")
      : `${done.toLocaleString("en-AU")} of ${total.toLocaleString("en-AU")}`,
  mustBeNumber: "Must be a number.",
  mustBeWhole: "Must be a whole number.",
  mustBeJson: "Must be JSON.",
  missing: "Fill this in.",
  use: "Use it elsewhere",
  cli: "Command line",
  mcp: "MCP call",
  code: "Code",
  mendAccount: (account: string) => `Mend ${account}`
}

export const previews = {
  title: "Before it runs",
  free: "This costs nothing.",
  estimate: (credits: number) => `This costs at most ${common.credits(credits)}.`,
  unknown: "Nobody can say in advance what this costs.",
  quota: (note: string) => `This uses ${note}.`,
  cached: "The answer is saved: asking again costs nothing.",
  underWay: "The same lookup is under way: its answer is shared.",
  changes: "This changes data at the provider.",
  destroys: "This deletes or overwrites data at the provider. It cannot be taken back here.",
  left: (credits: number, of: string) => `${common.credits(credits)} left of the ${of}`,
  caps: { day: "day cap", run: "run cap", principal: "token’s cap", event: "event’s cap" },
  blocked: "An earlier lookup of the same may have been charged, and nobody knows. What became of it?",
  settle: { ask_again: "Ask again; it may cost twice", charged: "It was charged", not_charged: "It was not charged" }
}

export const results = {
  title: "Result",
  card: "Card",
  table: "Table",
  facts: "Facts",
  json: "JSON",
  empty: "There is nothing in it.",
  noMatch: "No match.",
  rows: (shown: number, all: number) =>
    shown === all ? plural(all, "row") : `${shown} of ${all} rows; all of them in JSON`,
  charged: (credits: number | "unknown") =>
    credits === "unknown" ? "Nobody knows what it cost." : `It cost ${common.credits(credits)}.`,
  view: "View of the result"
}

/** A tool's result in the chat of an MCP client. */
export const chatCard = {
  title: "Result",
  waiting: "Waiting for the result …",
  cancelled: "The call was cancelled.",
  nothing: "There is nothing in it."
}

export const activity = {
  lead: "Every run: who, by what way, what it cost and how it ended. Never what was asked or answered.",
  none: "Nothing ran yet.",
  noneOfFilter: "No run is like that.",
  clear: "Show all runs",
  first: "Try a tool",
  table: "Runs",
  filters: "Filter runs",
  columns: {
    at: "When",
    tool: "Tool",
    account: "Account",
    who: "Who",
    via: "By",
    took: "Took",
    cost: "Cost",
    outcome: "Outcome"
  },
  any: "Any",
  failed: "failed",
  outcomes: { ok: "ok", Interrupted: "interrupted" } as Readonly<Record<string, string>>,
  ways: {
    cli: "command line",
    mcp: "MCP",
    http: "HTTP",
    console: "console",
    extension: "extension",
    trigger: "trigger"
  } as Readonly<Record<string, string>>,
  more: "Show older",
  unknown: "unknown",
  charts: "Use by day",
  runsChart: "Runs a day",
  creditsChart: "Credits a day",
  asTable: "As a table",
  day: "Day",
  runs: "Runs",
  failures: "Failed",
  credits: "Credits",
  noCredits: "No credits were spent in these 30 days.",
  summary: (runs: number, credits: number, unknown: number) =>
    `${plural(runs, "run")} and ${common.credits(credits)} in 30 days${unknown === 0 ? "" : `; the charge of ${plural(unknown, "run")} is unknown`}.`,
  limits: "Limits of accounts",
  limit: "Limit",
  left: "Left",
  of: (remaining: number, limit: number | null) =>
    limit === null ? number(remaining) : `${number(remaining)} of ${number(limit)}`,
  fullAgain: "Full again",
  account: "Account",
  limitsOverTime: "Left over time",
  limitPeriod: "Period",
  limitPeriods: { 24: "24 hours", 168: "7 days" } as Readonly<Record<number, string>>,
  noLimitHistory: "Nothing was asked of these accounts in this time.",
  limitSummary: (newest: number | null, lowest: number | null, limit: number | null) => {
    const of = limit === null ? "" : ` of ${number(limit)}`
    return newest === null || lowest === null ? "" : `${number(newest)}${of} left; ${number(lowest)} at the least`
  }
}

export const agents = {
  lead: "Agents sign in here; programs call this hub with a token. Each may be limited.",
  signedIn: "Signed in",
  noneSignedIn: "No agent has signed in. Give it this hub’s address, and it opens the sign-in here by itself.",
  sentTo: (host: string) => `sign-in sent to ${host}`,
  since: "since",
  noneOfThem: "none",
  tokens: "Hub tokens",
  none: "No token yet. A program or an agent needs one.",
  create: "New token",
  createTitle: "New hub token",
  name: "Name",
  nameHelp: "Which program or agent has it.",
  readOnly: "Read-only",
  readOnlyHelp: "Runs nothing that changes data or spends credits.",
  manages: "May manage",
  managesHelp: "Connects accounts and makes tokens. Goes with no limit.",
  limits: "Only these",
  limitsHelp: "None chosen: all of them, also later ones.",
  some: (kind: "accounts" | "plugins" | "tools", count: number) =>
    `${{ accounts: "Accounts", plugins: "Integrations", tools: "Tools" }[kind]}: ${count === 0 ? "all" : count}`,
  credits: "Credits a day",
  creditsHelp: "Empty: no limit of its own.",
  days: "Ends after, days",
  daysHelp: "Empty: it does not end by itself.",
  mustBeNumber: "Must be a number, 0 or more.",
  mustBeDays: "Must be a number of days, from 1 to 3650.",
  missing: "Fill this in.",
  made: (name: string) => `Token ${name} is made. Copy it now: it is shown this once.`,
  token: "Token",
  lastUse: "Last used",
  neverUsed: "Never used",
  ends: "Ends",
  doesNotEnd: "Does not end",
  all: "Everything but managing",
  browser: "browser extension",
  limitedTo: { accounts: "accounts", plugins: "plugins", tools: "tools" },
  perDay: (credits: number) => `${common.credits(credits)} a day`,
  revoke: "Revoke",
  revokeNamed: (name: string) => `Revoke ${name}`,
  sure: (name: string) => `Revoke ${name}? Whoever uses it stops at once.`,
  connect: "Connect an agent",
  connectHelp:
    "A client that can sign in needs the address alone: leave the header out. For others, put a token in place of TOKEN. Over stdio none is needed: it runs as you, on this machine.",
  client: "Client",
  snippet: (client: string) => `Settings for ${client}`
}

export const pairing = {
  title: "Pair a browser",
  lead: "The extension then runs through this hub, with its accounts, limits and ledger. No provider’s key leaves the hub.",
  start: "Show a code",
  another: "Show another code",
  form: "What the browser may use",
  code: "Pairing code",
  enter: "In the extension’s settings, under “Through a hub”, enter this address and this code.",
  address: "Address of this hub",
  until: "The code serves once, until",
  ended: "The code has ended. Show another one.",
  paired: (name: string) => `Paired: ${name}. It is in the list above, where it can be revoked.`,
  plugins: "Plugins",
  pluginsHelp: "None chosen: all of them.",
  accounts: "Accounts"
}

export const settings = {
  lead: "Where this hub keeps what it has.",
  data: "Data",
  directory: "Data directory",
  database: "Database",
  databases: { sqlite: "SQLite, in the data directory", postgres: "PostgreSQL" },
  key: "Key of secrets",
  keys: {
    environment: "from INLAY_SECRET_KEY",
    file: "a file in the data directory, readable by its owner alone",
    none: "made when the first secret is stored"
  },
  keyHelp: "Without the key nobody can read the stored secrets, you included: keep a copy of it apart from the data.",
  rotate: "Change the key",
  address: "Address",
  version: "Version",
  api: "HTTP API",
  openapi: "Description of the HTTP API (OpenAPI)",
  export: "Export",
  exportHelp: "Runs of the last 30 days, or the accounts without their secrets, as JSON.",
  exportRuns: "Export runs",
  exportAccounts: "Export accounts",
  exported: (count: number) => `${plural(count, "row")} exported.`
}
