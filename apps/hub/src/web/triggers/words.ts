/** Texts of the Triggers pages. */
import { plural } from "../words.ts"

export const triggers = {
  lead: "What happens at a service starts an agent. Each subscription sends one trigger’s events to one address.",
  subscribe: "New subscription",
  none: "No subscription yet. With one, an event such as a new issue starts an agent.",
  noTriggers: "None of the connected integrations has triggers.",
  connect: "Connect an integration",
  list: "Subscriptions",
  works: "Works",
  settingUp: "Setting up",
  attention: "Needs attention",
  paused: "Paused",
  all: "All subscriptions",
  choose: "Choose a trigger",
  chooseLead: "What is to start the agent?",
  search: "Search triggers",
  noMatch: "No trigger goes by these words.",
  showAll: "Show all",
  count: (count: number) => plural(count, "trigger"),
  back: "All triggers"
}

export const orphans = {
  title: "Hooks left behind",
  lead: "Webhooks that a hub made at a service and does not know any more: after a move, a restored backup, or a hub that is gone. The service goes on sending to them.",
  look: "Look for them",
  lookAgain: "Look again",
  none: "No hook is left behind at the places of these subscriptions.",
  own: "sends to this hub",
  foreign: "sends to another address: perhaps another hub’s",
  inactive: "switched off",
  unread: (account: string, place: string, problem: string) => `${place} cannot be read by ${account}: ${problem}`,
  remove: "Remove",
  removeNamed: (place: string) => `Remove the hook at ${place}`,
  sure: (place: string, url: string) => `Remove the hook at ${place} that sends to ${url}?`,
  sureForeign: (place: string, url: string) =>
    `Remove the hook at ${place} that sends to ${url}? If another hub uses it, that hub gets no events until it makes it anew.`,
  removed: (place: string) => `The hook at ${place} is removed.`
}

export const subscribing = {
  title: (trigger: string) => `Subscribe to ${trigger}`,
  account: "Account",
  noAccount: "No account can watch this.",
  connectFirst: "Connect one",
  ways: "How its events come, best first",
  target: "What to watch",
  filters: "Only where",
  filtersHelp: "Everything that is filled in must be so.",
  noFilters: "This trigger has no filters.",
  destination: "Where to send it",
  url: "Address of the agent",
  urlHelp: "Each event is sent there by POST, signed by the Standard Webhooks scheme, and again until it is taken.",
  name: "Name",
  nameHelp: "What you call this subscription. Empty: the trigger’s title.",
  inOrder: "One after another",
  inOrderHelp: "An event waits until the one before was taken, or given up.",
  ownChanges: "Own changes too",
  ownChangesHelp: "What runs of this account changed starts it as well. Beware of agents that start themselves.",
  submit: "Subscribe",
  missing: "Fill this in.",
  made: (name: string) => `${name} is subscribed. Copy its secret now: it is shown this once.`,
  secret: "Signing secret",
  secretHelp: "The agent checks the header webhook-signature with it.",
  toSubscription: "To the subscription"
}

export const subscription = {
  gone: "There is no such subscription any more.",
  watches: "Watches",
  everywhere: "everything of the account",
  filters: "Only where",
  noFilters: "no filter",
  sendsTo: "Sends to",
  account: "Account",
  inOrder: "one after another",
  ownChanges: "own changes too",
  since: "Since",
  health: "Health",
  refresh: "Refresh",
  way: "Events come by",
  ways: {
    webhook: "webhook",
    orgWebhook: "the organization’s webhook",
    poll: "polling"
  } as Readonly<Record<string, string>>,
  noWay: "no way yet",
  lastEvent: "Last event",
  lastStart: "Last start",
  never: "never",
  waiting: "Waiting",
  givenUp: "Given up",
  skipped: "Started nobody",
  unreadable: "Not readable",
  pause: "Pause",
  resume: "Resume",
  remove: "Remove",
  sure: (name: string) => `Remove ${name}? What waits to be sent is not sent any more.`,
  surePause: (name: string) => `Pause ${name}? What waits to be sent is given up; it can be replayed.`,
  deliveries: "Deliveries",
  live: "Live",
  liveLead: "Events of this trigger and account as they come, also those that this subscription leaves out.",
  listening: "Listening …",
  reconnecting: "The connection broke off. Connecting again …",
  nothingYet: "Nothing has happened since this page was opened.",
  by: (actor: string) => `by ${actor}`,
  data: "Data"
}

export const trying = {
  title: "Test",
  lead: "What it would start, by the newest events of its target and by the trigger’s example. A test sends nothing.",
  run: "Test",
  send: "Send the example",
  sendHelp: "Where the example is sent, the receiver gets it once, marked as a test.",
  starting: (starting: number, all: number) =>
    all === 0
      ? "Nothing has happened at this target yet."
      : `${starting} of the newest ${plural(all, "event")} would start the agent.`,
  starts: "starts",
  leavesOut: "left out",
  example: "Example",
  delivered: (status: number | null, millis: number) => `The receiver took it: ${status ?? "?"} in ${millis} ms.`,
  refused: (status: number | null, answer: string) =>
    `The receiver did not take it${status === null ? "" : ` (${status})`}: ${answer}`
}
