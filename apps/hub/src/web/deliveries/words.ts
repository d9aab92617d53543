/** Texts of the Deliveries pages. */
export const deliveries = {
  lead: "What was sent to agents, what they answered, and what waits.",
  table: "Deliveries",
  filters: "Filter deliveries",
  none: "Nothing was sent yet. A subscription sends what happens to an agent.",
  noneOfFilter: "No delivery is like that.",
  clear: "Show all deliveries",
  subscribe: "New subscription",
  subscription: "Subscription",
  state: "State",
  any: "Any",
  states: {
    pending: "waiting",
    delivered: "delivered",
    dead: "given up",
    skipped: "started nobody"
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
  next: "Sent again",
  why: "Why",
  replay: "Send once more",
  replayed: "It is sent once more, under the same key.",
  request: "Request",
  answers: "Answers",
  noAnswer: "It was not sent yet.",
  neverSent: "It was not sent.",
  attempt: (number: number) => `Attempt ${number}`,
  noStatus: "no answer",
  lasted: (millis: number) => `${millis} ms`,
  timeline: "Timeline",
  event: "The event came to be known.",
  waited: (state: string) => `The delivery is ${state}.`,
  ran: (tool: string, outcome: string) => `The agent ran ${tool}: ${outcome}.`,
  noRuns: "No run has named this event.",
  reload: "Refresh"
}

export const replaying = {
  title: "Replay",
  lead: "Sends deliveries of a subscription once more, under their own keys: an agent that honours the key starts once.",
  subscription: "Subscription",
  since: "From",
  until: "To",
  untilHelp: "Empty: until now.",
  sinceHelp: "By this browser’s clock.",
  states: "Those that",
  dead: "were given up",
  delivered: "were delivered",
  skipped: "started nobody",
  missing: "Fill this in.",
  noState: "Choose at least one.",
  submit: "Replay",
  cancel: "Close",
  done: (count: number) =>
    count === 0
      ? "There is nothing like that to replay."
      : count === 1
        ? "1 delivery is sent once more."
        : `${count} deliveries are sent once more.`
}
