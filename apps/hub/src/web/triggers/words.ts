/** Texts of the Triggers pages. */
import { plural } from "../words.ts"

export const triggers = {
  lead: "Events at a service start an agent. Each subscription sends one trigger's events to one address.",
  subscribe: "New subscription",
  none: "No subscriptions yet. With one, an event such as a new issue starts an agent.",
  noTriggers: "No connected integration has triggers.",
  connect: "Connect an integration",
  list: "Subscriptions",
  works: "Works",
  settingUp: "Setting up",
  attention: "Needs attention",
  paused: "Paused",
  all: "All subscriptions",
  choose: "Choose a trigger",
  chooseLead: "What should start the agent?",
  back: "All triggers"
}

export const orphans = {
  title: "Orphaned hooks",
  lead: "Webhooks that a hub created at a service and no longer knows: after a move, a restored backup, or a hub that was shut down. The service keeps sending to them.",
  look: "Look for them",
  lookAgain: "Look again",
  none: "There are no orphaned hooks at the places of these subscriptions.",
  own: "sends to this hub",
  foreign: "sends to another address: perhaps another hub's",
  inactive: "switched off",
  unread: (account: string, place: string, problem: string) => `${place} cannot be read by ${account}: ${problem}`,
  remove: "Remove",
  removeNamed: (place: string) => `Remove the hook at ${place}`,
  sure: (place: string, url: string) => `Remove the hook at ${place} that sends to ${url}?`,
  sureForeign: (place: string, url: string) =>
    `Remove the hook at ${place} that sends to ${url}? If another hub uses it, that hub gets no events until it recreates the hook.`,
  removed: (place: string) => `The hook at ${place} is removed.`
}

export const subscribing = {
  title: (trigger: string) => `Subscribe to ${trigger}`,
  account: "Account",
  noAccount: "No account can watch this.",
  connectFirst: "Connect one",
  ways: "How its events arrive, best first",
  target: "What to watch",
  filters: "Filters",
  filtersHelp: "All filled-in filters must match. * matches any characters.",
  noFilters: "This trigger has no filters.",
  destination: "Where to send it",
  url: "Address of the agent",
  urlHelp: "Each event is sent there by POST, signed by the Standard Webhooks scheme, and retried until accepted.",
  name: "Name",
  nameHelp: "A name for this subscription. Empty: the trigger's title.",
  inOrder: "One at a time",
  inOrderHelp: "An event waits until the one before was accepted or given up.",
  ownChanges: "Own changes too",
  ownChangesHelp: "Changes made by this account's runs start it too. Beware of agents that start themselves.",
  submit: "Subscribe",
  missing: "Fill this in.",
  made: (name: string) => `${name} is subscribed. Copy its secret now: it is shown only once.`,
  secret: "Signing secret",
  secretHelp: "The agent verifies the webhook-signature header with it.",
  toSubscription: "To the subscription"
}

export const changing = {
  title: (name: string) => `Change ${name}`,
  open: "Change",
  urlHelp: "Events are sent there from now on, those that wait, too.",
  save: "Save"
}

export const replacing = {
  open: "New secret",
  sure: "Replace the signing secret? The present one signs, too, for another 24 hours: give the agent the new one in that time.",
  sureAlone:
    "The present secret cannot be read, so it cannot sign for another day. Replace it all the same, and give the agent the new one at once?",
  done: "Copy the new secret now: it is shown only once. The one before signs, too, for 24 hours.",
  doneAlone: "Copy the new secret now: it is shown only once."
}

export const subscription = {
  gone: "This subscription no longer exists.",
  watches: "Watches",
  everywhere: "the whole account",
  filters: "Filters",
  noFilters: "no filter",
  sendsTo: "Sends to",
  account: "Account",
  inOrder: "one at a time",
  ownChanges: "own changes too",
  since: "Since",
  health: "Health",
  refresh: "Refresh",
  way: "Events arrive by",
  ways: {
    webhook: "webhook",
    orgWebhook: "the organization's webhook",
    poll: "polling"
  } as Readonly<Record<string, string>>,
  noWay: "no method yet",
  lastEvent: "Last event",
  lastStart: "Last start",
  never: "never",
  waiting: "Waiting",
  givenUp: "Given up",
  skipped: "Skipped",
  unreadable: "Unreadable",
  pause: "Pause",
  resume: "Resume",
  remove: "Remove",
  sure: (name: string) => `Remove ${name}? Waiting deliveries are no longer sent.`,
  surePause: (name: string) => `Pause ${name}? Waiting deliveries are given up; they can be replayed.`,
  deliveries: "Deliveries",
  live: "Live",
  liveLead: "Live events of this trigger and account, including those that this subscription leaves out.",
  listening: "Listening …",
  reconnecting: "The connection was lost. Reconnecting …",
  nothingYet: "No events since this page was opened.",
  by: (actor: string) => `by ${actor}`
}

export const trying = {
  title: "Test",
  lead: "Shows which of the target's newest events, and whether the trigger's example, would start the agent. A test sends nothing.",
  run: "Test",
  send: "Send the example",
  sendHelp: "The receiver gets the example once, marked as a test.",
  starting: (starting: number, all: number) =>
    all === 0
      ? "This target has no events yet."
      : `${starting} of the newest ${plural(all, "event")} would start the agent.`,
  starts: "starts",
  leavesOut: "left out",
  example: "Example",
  delivered: (status: number | null, millis: number) =>
    `The receiver accepted it${status === null ? "" : ` (${status})`} in ${millis} ms.`,
  refused: (status: number | null, answer: string) =>
    `The receiver did not accept it${status === null ? "" : ` (${status})`}: ${answer}`
}
