// The reply of an operation.

export interface Reply {
  readonly status: number
  /** Sent as JSON. If absent, the response has `text` or no body. */
  readonly body?: unknown
  /** Sent unchanged, with its content type. */
  readonly text?: { readonly content: string | Uint8Array; readonly type: string }
  readonly headers?: Readonly<Record<string, string>>
}

export const ok = (body: unknown, headers?: Readonly<Record<string, string>>): Reply =>
  headers === undefined ? { status: 200, body } : { status: 200, body, headers }

/** `location` is the URL of the new record. */
export const created = (body: unknown, location?: string): Reply =>
  location === undefined ? { status: 201, body } : { status: 201, body, headers: { location } }

export const accepted = (body: unknown = {}): Reply => ({ status: 202, body })
/** A response that is not JSON, with the requested media type. */
export const textReply = (
  { media }: { readonly media: { readonly type: string } },
  content: string | Uint8Array
): Reply => ({
  status: 200,
  text: { content, type: `${media.type}; charset=utf-8` }
})

export const noContent: Reply = { status: 204 }
