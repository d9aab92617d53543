// What an operation answers with.

export interface Reply {
  readonly status: number
  /** Sent as JSON. Absent: `text`, or nothing. */
  readonly body?: unknown
  /** Sent as it is, with its content type. */
  readonly text?: { readonly content: string | Uint8Array; readonly type: string }
  readonly headers?: Readonly<Record<string, string>>
}

export const ok = (body: unknown, headers?: Readonly<Record<string, string>>): Reply =>
  headers === undefined ? { status: 200, body } : { status: 200, body, headers }

/** `location` is the new record's `url`. */
export const created = (body: unknown, location?: string): Reply =>
  location === undefined ? { status: 201, body } : { status: 201, body, headers: { location } }

export const accepted = (body: unknown = {}): Reply => ({ status: 202, body })
/** An answer that is no JSON, under the media type that was asked for. */
export const textReply = (
  { media }: { readonly media: { readonly type: string } },
  content: string | Uint8Array
): Reply => ({
  status: 200,
  text: { content, type: `${media.type}; charset=utf-8` }
})

export const noContent: Reply = { status: 204 }
