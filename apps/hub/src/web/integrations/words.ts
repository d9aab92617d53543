/** Texts about accounts: listing, connecting, signing in, removing. */
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
  /** @param what for example `Token ci` */
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
