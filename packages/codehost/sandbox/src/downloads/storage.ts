// Storage behind signed URLs, on another host than the API. Anyone with the URL can read the file until the URL
// expires. Requests with an `authorization` header are refused.
// Source: https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas

import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"

import type { Answer } from "@inlay/sandbox-kit/wire"

import { isoSeconds } from "../frame/clock.ts"

/** A file that can be downloaded. Its bytes are created when it is requested. */
export interface StoredFile {
  readonly name: string
  readonly type: string
  readonly bytes: () => Buffer
}

export interface Storage {
  /**
   * Returns path and query of a signed URL, relative to the storage's base URL. It is valid for this many seconds of
   * the sandbox's clock.
   */
  readonly sign: (file: StoredFile, seconds: number) => string
  readonly answer: (req: IncomingMessage, path: string) => Answer
  readonly reset: () => void
}

const failure = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { "content-type": "application/xml", "x-ms-error-code": code },
  body: `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
})

const withToken = failure(
  400,
  "InvalidAuthenticationInfo",
  "Authentication information is not given in the correct format. Check the value of Authorization header."
)

const withoutRight = failure(
  403,
  "AuthenticationFailed",
  "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature."
)

const missing = failure(404, "BlobNotFound", "The specified blob does not exist.")

const signatureOf = (id: string, until: string): string =>
  createHash("sha256").update(`sandbox ${id} ${until}`).digest("base64url")

/** Parses a range that has a start (`bytes=0-99`, `bytes=100-`). Suffix ranges (`bytes=-100`) are not supported. */
const partOf = (
  bytes: Buffer,
  range: string | undefined
): { readonly from: number; readonly to: number } | undefined => {
  const { from = "", to = "" } = /^bytes=(?<from>\d+)-(?<to>\d*)$/.exec(range ?? "")?.groups ?? {}
  if (from === "" || Number(from) >= bytes.length) return undefined
  return { from: Number(from), to: to === "" ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1) }
}

const contentAnswer = (req: IncomingMessage, { bytes, name, type }: StoredFile): Answer => {
  const body = bytes()
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "accept-ranges": "bytes"
  }
  const part = partOf(body, req.headers.range)
  if (part === undefined) return { status: 200, headers, body }
  const range = `bytes ${part.from}-${part.to}/${body.length}`
  return { status: 206, headers: { ...headers, "content-range": range }, body: body.subarray(part.from, part.to + 1) }
}

export const makeStorage = (now: () => number): Storage => {
  const files = new Map<string, StoredFile>()
  return {
    sign: (file, seconds) => {
      const id = `${files.size + 1}/${encodeURIComponent(file.name)}`
      files.set(id, file)
      const until = isoSeconds(now() + seconds * 1000)
      return `/${id}?${new URLSearchParams({ sp: "r", se: until, sig: signatureOf(id, until) }).toString()}`
    },
    answer: (req, path) => {
      if (req.headers.authorization !== undefined) return withToken
      const id = path.replace(/^\//, "")
      const query = new URLSearchParams(req.url?.split("?")[1] ?? "")
      const until = query.get("se") ?? ""
      if (query.get("sig") !== signatureOf(id, until) || Date.parse(until) <= now()) return withoutRight
      const file = files.get(id)
      return file === undefined || req.method !== "GET" ? missing : contentAnswer(req, file)
    },
    reset: () => files.clear()
  }
}
