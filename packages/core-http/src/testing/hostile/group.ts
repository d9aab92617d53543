/** Inputs of one kind, and why anybody would write them. In the endpoints, `evil.example` stands for any other host. */
export interface Group<A> {
  readonly kind: string
  readonly why: string
  /**
   * `refused`: in both path styles, under every base address, before anything is sent. `stays`: refused or sent, but to
   * the account's own origin and base path.
   */
  readonly outcome: "refused" | "stays"
  readonly cases: ReadonlyArray<A>
}

export const count = (groups: ReadonlyArray<Group<unknown>>): number =>
  groups.reduce((sum, { cases }) => sum + cases.length, 0)
