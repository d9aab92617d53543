/** Texts about accounts: listing, connecting, signing in, removing. */
import { plural } from "../words.ts"

export const integrations = {
  lead: "Accounts that tools, agents and triggers use.",
  connect: "Connect",
  connectNamed: (plugin: string) => `Connect ${plugin}`,
  another: "Add another",
  anotherNamed: (plugin: string) => `Add another account of ${plugin}`,
  none: "No accounts yet.",
  noPlugin: "Other plugins",
  working: "Works",
  unchecked: "Not checked yet",
  checking: "Checking …",
  broken: "Needs attention",
  lastUse: "Last used",
  neverUsed: "Never used",
  ofEnvironment: "from the environment",
  environmentHelp: "It comes from the hub's environment variables: change it there.",
  ends: "Sign-in expires",
  check: "Check",
  edit: "Edit",
  mend: "Fix",
  remove: "Remove",
  named: (act: string, account: string) => `${act} ${account}`,
  as: (identity: string) => `as ${identity}`,
  spentToday: (credits: string) => `${credits} spent today`,
  unknownCharges: (count: number) => `${plural(count, "lookup")} with an unknown charge`,
  connected: (account: string) => `${account} is connected.`,
  removed: (account: string) => `${account} is removed.`,
  removedAndRevoked: (account: string) => `${account} is removed, and its access was revoked at the provider.`
}

export const connecting = {
  title: (plugin: string) => `Connect ${plugin}`,
  editTitle: (account: string) => `Edit ${account}`,
  mendTitle: (account: string) => `Fix ${account}`,
  lead: "Your input is checked with the provider and stored encrypted.",
  kind: "How to connect",
  name: "Name",
  nameHelp: "A name for this account: a-z, digits and hyphens.",
  more: "More settings",
  limit: "Limits of this account",
  save: "Save",
  connect: "Connect",
  browser: "Sign in with the browser",
  device: "Sign in with a code",
  required: "required",
  stored: "Stored; leave empty to keep it",
  storedFile: "A file is stored; choose another to replace it.",
  choose: "Choose …",
  international: (host: string) => `Networks know this host as ${host}: check that it is the one that you mean.`,
  missing: "Fill this in.",
  keyForNewAddress: "The address changed: enter the key that belongs to it.",
  gone: "This account was removed or renamed in the meantime. Nothing that is entered here can be saved.",
  correct: "Some fields need correction: see below.",
  back: "Back to integrations"
}

export const signingIn = {
  browserTitle: "Finish in the other tab",
  browserHelp: "The provider asks you to sign in and agree. This page continues when you are done.",
  open: "Open the sign-in page",
  deviceTitle: "Enter this code at the provider",
  deviceHelp: "Open the page, sign in, and enter the code. This page continues when you are done.",
  openDevice: "Open the provider's page",
  code: "Code",
  waiting: "Waiting for the provider …",
  over: "This sign-in has expired. Start it again.",
  begin: "Start again"
}

export const removing = {
  title: (account: string) => `Remove ${account}?`,
  loading: "Checking what depends on it …",
  revokes: "Its access is also revoked at the provider if the provider supports that; remaining steps are listed.",
  keeps: "Its key stays valid at the provider: delete it there if nobody else uses it.",
  nothing: "Nothing else depends on it.",
  depends: "What depends on it:",
  kinds: { token: "Token", agent: "Agent", subscription: "Subscription" },
  /** @param what for example `Token ci` */
  ends: {
    token: (what: string) => `${what}: it has no other account, so it stops working.`,
    agent: (what: string) => `${what}: it has no other account, so it stops working.`,
    subscription: (what: string) => `${what}: it is switched off and starts nothing.`
  },
  goesOn: (what: string) => `${what}: continues with its other accounts.`,
  yes: "Remove",
  force: "Remove without revoking its access",
  left: "Left to do by hand:"
}
