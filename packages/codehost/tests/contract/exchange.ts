// A request as sent and its response as received, byte for byte. The recorder produces exchanges and the judge checks
// them.

/** Header names are in lower case; repeated headers are joined with commas. */
export type Headers = Readonly<Record<string, string>>

export interface Exchange {
  readonly request: {
    readonly method: string
    /** Path below the base address, still percent-encoded, including the query. */
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
