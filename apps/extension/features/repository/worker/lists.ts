/** The lists that one look at a watched repository reads, with one request each. */
export const LISTS = ["issues", "runs", "timedOut", "mentions"] as const
