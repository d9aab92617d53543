/** The repository section of the popup. */
import { clock } from "./figures.ts"
import { runState } from "./line.ts"
import { number, plural } from "./plural.ts"

export const repository = {
  elsewhere: "On a repository page of a connected code host, this shows its runs and triggers.",
  notConnected: "No code host account is connected.",
  notConnectedLead:
    "With an access token, or through a hub, this shows what is waiting for you, the runs and the triggers.",
  connect: "Connect an account",
  loading: "Reading the repository…",
  subtitle: (branch: string | null, pushed: string | null, login: string) =>
    [branch, pushed === null ? null : `pushed ${pushed}`, login === "" ? null : `as ${login}`]
      .filter((part) => part !== null)
      .join(" · "),
  account: (name: string, isAtHub: boolean) => (isAtHub ? `${name} at the hub` : name),
  by: "Account",
  invisible: (account: string) =>
    `The account ${account} does not see this repository. Check its token and the token's rights.`,
  archived: "Archived: read-only.",
  newTab: "opens in a new tab",
  retryIn: (seconds: string) => `Try again in ${seconds}.`,
  seconds: (count: number) =>
    count < 120
      ? plural(count, { one: "1 second", other: `${count} seconds` })
      : plural(Math.ceil(count / 60), { one: "1 minute", other: `${Math.ceil(count / 60)} minutes` }),
  needed: (right: string) => `Needed: ${right}.`,
  mayBeDone: "It may have been done: check the page before you repeat it.",
  sent: (when: string) => `Sent ${when}.`,
  unanswered: "The answer is not known: check the page before you send it again.",
  cancel: "Cancel"
}

export const needs = {
  title: "Needs you",
  count: (count: number) => plural(count, { one: "1 item waiting", other: `${count} items waiting` }),
  none: "Nothing is waiting for you.",
  failed: (workflow: string, branch: string) =>
    branch === "" ? `${workflow} failed` : `${workflow} failed on ${branch}`,
  run: (run: number, event: string, actor: string, when: string) =>
    `#${run} · ${event}${actor === "" ? "" : ` by ${actor}`} · ${when}`,
  review: (title: string) => `Review requested: ${title}`,
  thread: (thread: number, by: string, when: string) => `#${thread}${by === "" ? "" : ` by ${by}`} · ${when}`,
  mention: (title: string) => `Mentioned in ${title}`,
  noMentions: "This token cannot read notifications, so mentions are missing. A classic token can.",
  more: (count: number) => plural(count, { one: "1 more", other: `${count} more` }),
  rerun: "Re-run…",
  rerunSure: (run: string, name: string, who: string) => `Run the failed jobs of ${run} in ${name} again, ${who}?`,
  rerunYes: "Yes, run again",
  rerunDone: "Started again.",
  reply: "Reply…",
  replyTo: (thread: number) => `Comment on #${thread}`,
  replySure: (thread: number, name: string, who: string) => `Comment on #${thread} of ${name}, ${who}?`,
  replyYes: "Yes, comment",
  replyDone: "Commented.",
  send: "Comment"
}

export const who = {
  /** Within a question: the login and the account that make the change. */
  as: (login: string, account: string) =>
    login === "" ? `by the account ${account}` : `as ${login} (account ${account})`
}

export const triggers = {
  title: "Triggers",
  instant: "Instant, through your hub",
  asked: "Through your hub",
  polled: (every: string) => `Polled from here, every ${every}`,
  notWatched: "Not watched",
  starts: (count: number) =>
    plural(count, { one: "1 start in 24 hours", other: `${number(count)} starts in 24 hours` }),
  count: (count: number) => number(count),
  line: (trigger: string, agent: string) => `${trigger} → ${agent}`,
  fired: (when: string) => `fired ${when}`,
  never: "never fired",
  off: "off",
  hubSays: "The hub says:",
  givenUp: (count: number) =>
    plural(count, {
      one: "1 start was given up: send it again in the hub's console.",
      other: `${number(count)} starts were given up: send them again in the hub's console.`
    }),
  unreadable: (count: number) =>
    plural(count, {
      one: "1 event of the account could not be read.",
      other: `${number(count)} events of the account could not be read.`
    }),
  polledWay: "polled by the hub",
  state: { pending: "waiting", delivered: "delivered", dead: "agent failed", skipped: "skipped" },
  sendAgain: "Send again…",
  sendAgainSure: (line: string, name: string, account: string) =>
    `Start the agent again with the last event of ${line} in ${name} (account ${account})?`,
  sendAgainYes: "Yes, send again",
  sentAgain: "Sent again.",
  notSentAgain: "Nothing was sent again: this event is already on its way to the agent.",
  switch: { on: "On", off: "Off" },
  find: "Find a trigger",
  matchCount: (count: number, all: number) => `${number(count)} of ${number(all)}`,
  more: (count: number) => `Show ${number(count)} more`,
  none: "No event here starts an agent yet.",
  add: "Watch something here…",
  addTitle: "Watch something here",
  what: "What",
  choose: "Choose one",
  agent: "Agent's address",
  agentHelp: "Where the hub sends each event, signed. https, or http on this machine.",
  filters: "Only if",
  several: "One or more, separated by commas. * matches anything.",
  any: "Any",
  yes: "Yes",
  no: "No",
  test: "Test",
  switchOn: "Switch on",
  notOfRepository: "This trigger is not about one repository: subscribe to it in the hub's console.",
  trial: (starting: number, all: number) =>
    all === 0
      ? "The hub knows of no such event here yet."
      : plural(all, {
          one: starting === 1 ? "The last event would start it." : "The last event would not start it.",
          other: `${starting} of the last ${all} events would start it.`
        }),
  added: "Switched on. The agent verifies deliveries with this secret, which is never shown again after “Done”:",
  mayBeAdded:
    "It may have been switched on: look at the list before you repeat it. If it is there, get a new secret for it in the hub's console.",
  copySecret: "Copy",
  copied: "Copied",
  notCopied: "The browser does not allow copying: select the secret and copy it by hand.",
  done: "Done",
  live: (trigger: string, title: string) => (title === "" ? trigger : `${trigger}: ${title}`),
  watch: "Watch from here",
  unwatch: "Stop watching",
  watchHelp:
    "New issues, pull requests, failed runs and mentions, with at most a tenth of the account's limit. A hub reports at once, and starts agents.",
  nothingSeen: "Nothing new so far.",
  failing: "The last poll failed in part.",
  /** Why nothing can be read any more. */
  unreachable: {
    noAccess: "The account does not see this repository any more: check its token and its rights.",
    moved: "The repository was renamed or moved: watch it on its new page.",
    denied:
      "The browser does not allow requests to this service any more: open the settings and save its account again."
  },
  lost: "Live updates are interrupted. They resume by themselves."
}

export const runs = {
  title: "Runs",
  all: "All",
  none: "No workflow has run here yet.",
  line: (workflow: string, run: number) => `${workflow} #${run}`,
  running: (duration: string) => `running ${duration}`,
  waiting: "waiting",
  state: runState
}

export const foot = {
  left: (left: number, limit: number) => `${number(left)} of ${number(limit)} left`,
  full: (iso: string) => `full again at ${clock(iso)}`,
  unlimited: "No rate limit",
  star: "Star",
  starSure: (name: string, as: string) => `Star ${name}, ${as}?`,
  starYes: "Yes, star it",
  starred: "Starred",
  dispatch: "Run workflow…",
  workflow: "Workflow",
  branch: "Branch or tag",
  start: "Run",
  noWorkflows: "There is no enabled workflow here.",
  dispatchSure: (workflow: string, ref: string, name: string, as: string) =>
    `Run ${workflow} on ${ref} in ${name}, ${as}?`,
  dispatchYes: "Yes, run it",
  dispatched: "Started."
}
