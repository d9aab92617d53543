/** Where a change whose answer was lost can be seen: clauses for `CallRequest.howToLook`. */

interface Named {
  readonly owner: string
  readonly repo: string
}

const nameOf = ({ owner, repo }: Named): string => `${owner}/${repo}`

/** Of something new that has no name yet: it would be the newest of its kind. */
export const newest = (kind: string, where: Named): string => `list the newest ${kind} of ${nameOf(where)}`

/** Of something that is there and would be changed. */
export const state = (what: string, where: Named): string => `read ${what} of ${nameOf(where)}`
