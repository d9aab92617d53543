// Faults of webhook deliveries, queued by `POST /deliveries/faults`.

export const deliveryFaults = {
  lost: "not sent; the log says that the host could not be reached",
  unlogged: "neither sent nor logged: only a poll finds the event",
  answer_lost: "sent, but the answer is not waited for: the log says that it timed out",
  duplicated: "sent twice under one GUID",
  delayed: "sent after `delayMs`",
  reordered: "sent after the hook's next delivery, or after `delayMs` where none comes",
  wrong_signature: "signed with another secret",
  no_signature: "sent without signatures",
  altered: "a byte of the body is another one than was signed",
  truncated: "half of the body is sent and the connection ends"
} as const

export type DeliveryFault = keyof typeof deliveryFaults

export const isDeliveryFault = (value: unknown): value is DeliveryFault =>
  typeof value === "string" && Object.hasOwn(deliveryFaults, value)

export interface QueuedDeliveryFault {
  readonly fault: DeliveryFault
  times: number
  /** Null matches any hook. */
  readonly hookId: number | null
  /** Null matches any event except `ping`. */
  readonly event: string | null
  readonly delayMs: number
}

export interface DeliveryFaults {
  readonly add: (fault: QueuedDeliveryFault) => void
  /** Takes the first fault that matches and reduces its remaining count by one. */
  readonly take: (hookId: number, event: string) => QueuedDeliveryFault | undefined
  readonly list: () => ReadonlyArray<QueuedDeliveryFault>
  readonly clear: () => void
}

export const makeDeliveryFaults = (): DeliveryFaults => {
  let queue: Array<QueuedDeliveryFault> = []
  return {
    add: (fault) => queue.push(fault),
    take: (hookId, event) => {
      const match = queue.find(
        (one) =>
          (one.hookId === null || one.hookId === hookId) &&
          (one.event === null ? event !== "ping" : one.event === event)
      )
      if (match === undefined) return undefined
      match.times -= 1
      queue = queue.filter(({ times }) => times > 0)
      return match
    },
    list: () => queue,
    clear: () => {
      queue = []
    }
  }
}
