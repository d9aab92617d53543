/** Inputs of one kind, and why somebody would write them. In endpoints, `evil.example` stands for any other host. */
export interface Group<A> {
  readonly kind: string
  readonly why: string
  /**
   * `refused`: in both path styles and under every base address, before anything is sent. `stays`: either refused, or
   * sent to the account's own origin and base path.
   */
  readonly outcome: "refused" | "stays"
  readonly cases: ReadonlyArray<A>
}

export const count = (groups: ReadonlyArray<Group<unknown>>): number =>
  groups.reduce((sum, { cases }) => sum + cases.length, 0)
