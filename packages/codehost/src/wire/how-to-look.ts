/** How to check whether a change was made when its answer was lost: clauses for `CallRequest.howToLook`. */

interface Named {
  readonly owner: string
  readonly repo: string
}

const nameOf = ({ owner, repo }: Named): string => `${owner}/${repo}`

/** For something new whose number is not known yet: it would be the newest of its kind. */
export const newest = (kind: string, where: Named): string => `list the newest ${kind} of ${nameOf(where)}`

/** For something that exists. */
export const state = (what: string, where: Named): string => `read ${what} of ${nameOf(where)}`
