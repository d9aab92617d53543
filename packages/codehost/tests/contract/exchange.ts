// A request as it was sent and the answer as it arrived, byte for byte: what a recorder keeps and a judge reads.

/** Names in lower case; several lines of one header are joined by commas. */
export type Headers = Readonly<Record<string, string>>

export interface Exchange {
  readonly request: {
    readonly method: string
    /** Path below the base address, still percent-encoded, with its query. */
    readonly target: string
    readonly headers: Headers
    readonly body: Buffer
  }
  readonly answer: {
    readonly status: number
    readonly headers: Headers
    readonly body: Buffer
  }
}
