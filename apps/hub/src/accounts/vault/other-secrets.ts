/** What secrets besides those of accounts are sealed for: hooks, subscriptions, and the keys of agents' sign-in. */

/** What a secret belongs to; it opens nowhere else. */
export type Belonging = readonly [kind: "hook" | "subscription" | "oauth keys", id: string]

/** The keys of agents' sign-in are one row. */
export const OAUTH_KEYS: Belonging = ["oauth keys", "1"]

/** @param directory its name, which moves with it */
export const placeOf = (directory: string, [kind, id]: Belonging): ReadonlyArray<string> =>
  kind === "oauth keys" ? [`${kind} of directory`, directory] : [`${kind} of directory`, directory, id]
