/** Words about agents, tokens and paired browsers. */
import { common } from "../words.ts"

export const agents = {
  lead: "Agents sign in here; programs call this hub with a token. Each may be limited.",
  signedIn: "Signed in",
  noneSignedIn: "No agent has signed in. Give an agent this hub's address, and it opens the sign-in here.",
  sentTo: (host: string) => `sign-in sent to ${host}`,
  since: "since",
  noneOfThem: "none",
  tokens: "Hub tokens",
  none: "No tokens yet. Programs need one, and so do agents that cannot sign in.",
  create: "New token",
  createTitle: "New hub token",
  name: "Name",
  nameHelp: "Which program or agent uses it.",
  readOnly: "Read-only",
  readOnlyHelp: "Cannot change data or spend credits.",
  manages: "May manage",
  managesHelp: "Connects accounts and creates tokens. Cannot be combined with limits.",
  limits: "Only these",
  limitsHelp: "None chosen: all, including later ones.",
  some: (kind: "accounts" | "plugins" | "tools", count: number) =>
    `${{ accounts: "Accounts", plugins: "Plugins", tools: "Tools" }[kind]}: ${count === 0 ? "all" : count}`,
  credits: "Credits per day",
  creditsHelp: "Empty: no limit for this token.",
  days: "Expires after (days)",
  daysHelp: "Empty: it does not expire.",
  mustBeNumber: "Must be a number, 0 or more.",
  mustBeDays: "Must be a number of days, from 1 to 3650.",
  missing: "Fill this in.",
  made: (name: string) => `Token ${name} was created. Copy it now: it is shown only once.`,
  token: "Token",
  lastUse: "Last used",
  lastUsed: {
    all: (count: number) => `Show all ${common.number(count)}`,
    first: "These were used last."
  },
  neverUsed: "Never used",
  ends: "Expires",
  doesNotEnd: "Does not expire",
  all: "Everything except managing",
  browser: "browser extension",
  limitedTo: { accounts: "accounts", plugins: "plugins", tools: "tools" },
  perDay: (credits: number) => `${common.credits(credits)} per day`,
  revoke: "Revoke",
  revokeNamed: (name: string) => `Revoke ${name}`,
  sure: (name: string) => `Revoke ${name}? It stops working at once.`,
  sureToken: (name: string) =>
    `Revoke ${name}? It stops working at once, and the subscriptions that it created are switched off.`,
  connect: "Connect an agent",
  connectHelp:
    "A client that can sign in needs only the address: leave the header out. One that has to register itself can do so if the hub runs with `--agent-registration`. For others, replace TOKEN with a token. Over stdio no token is needed: it runs as you, on this machine.",
  client: "Client",
  snippet: (client: string) => `Settings for ${client}`
}

export const pairing = {
  title: "Pair a browser",
  lead: "The extension then runs through this hub, with its accounts, limits and ledger. No provider's key leaves the hub.",
  start: "Show a code",
  another: "Show another code",
  form: "What the browser may use",
  code: "Pairing code",
  enter: "In the extension's settings, under “Through a hub”, enter this address and this code.",
  address: "Address of this hub",
  until: "The code works once, until",
  ended: "The code has expired. Show another one.",
  paired: (name: string) => `Paired: ${name}. It is in the list below, where it can be revoked.`,
  plugins: "Plugins",
  pluginsHelp: "None chosen: all.",
  accounts: "Accounts"
}
