/** What stands at a path, read from the service's several forms of answer. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Entry, type Content } from "../schema/Content.ts"
import { MAX_FILE_BYTES, fromWire } from "./base64.ts"
import { decoder } from "./decoder.ts"
import { inRepository } from "./endpoint.ts"
import { maybe } from "./maybe.ts"
import { failed, reader, type Http } from "./methods.ts"

/** One entry, and a file's content where it is no larger than a megabyte. */
const Found = Schema.Struct({ ...Entry.fields, encoding: maybe(Schema.String), content: maybe(Schema.String) })

const Blob = Schema.Struct({ content: Schema.String })

/** Base64 with its line breaks, and the JSON around it. */
const MAX_BLOB_ANSWER_BYTES = Math.ceil(MAX_FILE_BYTES * 1.4)

/** Reads an answer of `GET /repos/{owner}/{repo}/contents/{path}`, and a large file's blob besides. */
export const contentReader = (http: Http, operation: string) => {
  const readFolder = decoder(operation, Schema.Array(Entry))
  const readFound = decoder(operation, Found)
  const readBlob = reader(http, operation, Blob)

  return Effect.fnUntraced(function* (
    repository: { readonly owner: string; readonly repo: string },
    path: string,
    body: unknown
  ): Effect.fn.Return<Content, ProviderError> {
    if (Array.isArray(body)) {
      const entries = yield* readFolder({ body })
      return { type: "dir", name: path.slice(path.lastIndexOf("/") + 1), path, entries }
    }
    const { content, encoding, ...entry } = yield* readFound({ body })
    if (entry.type !== "file") return entry
    // Empty where it is larger than a megabyte, which `encoding: "none"` says.
    const whole =
      encoding === "base64" && typeof content === "string"
        ? content
        : (yield* readBlob({
            method: "GET",
            endpoint: inRepository(repository, `/git/blobs/${entry.sha}`),
            maxBodyBytes: MAX_BLOB_ANSWER_BYTES
          })).content
    const read = fromWire(whole)
    if (read === undefined) {
      return yield* failed(operation, {
        _tag: "Decode",
        what: "The file's content is not base64.",
        fix: "Check the account's base address; if it is right, the service has changed."
      })
    }
    return { ...entry, ...read }
  })
}
