/** Where secrets other than those of accounts are sealed: hooks, subscriptions, and the keys of agents' sign-in. */

/** What a secret belongs to. It cannot be opened for anything else. */
export type Belonging = readonly [kind: "hook" | "subscription" | "oauth keys", id: string]

/** The keys of agents' sign-in share one row. */
export const OAUTH_KEYS: Belonging = ["oauth keys", "1"]

/** The place that a secret is sealed for. @param directory the directory's name, which stays the same if it is moved */
export const placeOf = (directory: string, [kind, id]: Belonging): ReadonlyArray<string> =>
  kind === "oauth keys" ? [`${kind} of directory`, directory] : [`${kind} of directory`, directory, id]
