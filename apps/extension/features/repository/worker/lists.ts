/** What one look at a watched repository asks for: a request each. */
export const LISTS = ["issues", "runs", "mentions"] as const
