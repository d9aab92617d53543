/** What somebody who subscribes asks for. */
export interface SubscriptionRequest {
  readonly trigger: string
  /** `plugin/name`. */
  readonly account: string
  readonly target: unknown
  readonly filters?: unknown
  /** The address of an agent, or of another hub's hook if `hub` is set. */
  readonly url?: string | undefined
  /** Whether the address is another hub's hook. */
  readonly hub?: boolean | undefined
  /** A command and its arguments, instead of an address. */
  readonly exec?: ReadonlyArray<string> | undefined
  /** The secret that signs deliveries, if the receiver chose one. */
  readonly secret?: string | undefined
  readonly name?: string | undefined
  readonly inOrder?: boolean | undefined
  readonly ownChanges?: boolean | undefined
  readonly creditsPerEvent?: number | undefined
  /** If false, the subscription starts nothing until it is enabled. */
  readonly enabled?: boolean | undefined
  /** Whether to create another one if there is one that is the same. */
  readonly another?: boolean | undefined
}
