/** What secrets of hooks and subscriptions are sealed for. */

/** What a secret belongs to; it opens nowhere else. */
export type Belonging = readonly [kind: "hook" | "subscription", id: string]

/** @param directory its name, which moves with it */
export const placeOf = (directory: string, [kind, id]: Belonging): ReadonlyArray<string> => [
  `${kind} of directory`,
  directory,
  id
]
