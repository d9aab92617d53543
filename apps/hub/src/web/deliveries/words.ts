/** Texts of the Deliveries pages. */
import { common } from "../words.ts"

export const deliveries = {
  lead: "What was sent to agents, how they responded, and what is waiting.",
  table: "Deliveries",
  filters: "Filter deliveries",
  none: "Nothing was sent yet. A subscription sends events to an agent.",
  noneOfFilter: "No deliveries match.",
  clear: "Show all deliveries",
  subscribe: "New subscription",
  subscription: "Subscription",
  state: "State",
  states: {
    pending: "waiting",
    delivered: "delivered",
    dead: "given up",
    skipped: "skipped"
  } as Readonly<Record<string, string>>,
  columns: {
    at: "When",
    trigger: "Trigger",
    subscription: "Subscription",
    attempts: "Attempts",
    state: "State",
    why: "Why"
  },
  more: "Show older",
  all: "All deliveries"
}

export const delivery = {
  title: (trigger: string) => `Delivery of ${trigger}`,
  facts: "Delivery",
  id: "Idempotency key",
  subscription: "Subscription",
  account: "Account",
  next: "Next attempt",
  why: "Why",
  replay: "Send again",
  sendNow: "Send now",
  replayed: "It is sent again, with the same key.",
  request: "Request",
  answers: "Answers",
  notYetSent: "It was not sent yet.",
  neverSent: "It was not sent.",
  attempt: (number: number) => `Attempt ${number}`,
  accepted: "accepted",
  notAccepted: "not accepted",
  noAnswer: "no answer",
  lasted: (millis: number) => `${millis} ms`,
  timeline: "Timeline",
  event: "The event was received.",
  waited: (state: string) => `The event is ${state}.`,
  ran: (tool: string, outcome: string) => `The agent ran ${tool}: ${outcome}.`,
  noRuns: "No run has named this event.",
  reload: "Refresh"
}

export const replaying = {
  title: "Replay",
  lead: "Sends deliveries of a subscription again, with their original keys: an agent that checks the key starts only once.",
  subscription: "Subscription",
  since: "From",
  until: "To",
  untilHelp: "Empty: until now.",
  sinceHelp: "In this browser's time zone.",
  states: "Those that",
  dead: "were given up",
  delivered: "were delivered",
  skipped: "were skipped",
  pending: "wait for their next attempt",
  missing: "Fill this in.",
  noState: "Choose at least one.",
  submit: "Replay",
  cancel: "Close",
  done: (count: number) =>
    count === 0
      ? "No deliveries match."
      : count === 1
        ? "1 delivery is sent again."
        : `${common.number(count)} deliveries are sent again.`
}
