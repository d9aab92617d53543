/** What stands at a path, read from the service's several forms of answer. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { RepositoryName } from "../client/Repositories.ts"
import { Entry, type Content } from "../schema/Content.ts"
import { MAX_FILE_BYTES, fromWire } from "./base64.ts"
import { decoder } from "./decoder.ts"
import { inRepository } from "./endpoint.ts"
import { maybe } from "./maybe.ts"
import { failed, reader, type Http } from "./methods.ts"
import { treeReader } from "./trees.ts"

/** A folder's answer holds no more. https://docs.github.com/en/rest/repos/contents#get-repository-content */
export const MAX_ENTRIES = 1000

/** An entry as a folder lists it: a submodule is a `file` there, by the address of a tree. */
export const Listed = Schema.Struct({ ...Entry.fields, git_url: maybe(Schema.String) })

/** The entry by what it really is. */
export const entryOf = ({ git_url: address, ...entry }: typeof Listed.Type): Entry =>
  entry.type === "file" && address?.includes("/git/trees/") === true ? { ...entry, type: "submodule" } : entry

/** One entry, and a file's content where it is no larger than a megabyte. */
const Found = Schema.Struct({ ...Entry.fields, encoding: maybe(Schema.String), content: maybe(Schema.String) })

const Blob = Schema.Struct({ content: Schema.String })

/** Base64 with its line breaks, and the JSON around it. */
const MAX_BLOB_ANSWER_BYTES = Math.ceil(MAX_FILE_BYTES * 1.4)

/** Reads a blob's base64. */
export const blobReader = (http: Http, operation: string) => {
  const read = reader(http, operation, Blob)
  return (repository: RepositoryName, sha: string) =>
    Effect.map(
      read({
        method: "GET",
        endpoint: inRepository(repository, `/git/blobs/${sha}`),
        maxBodyBytes: MAX_BLOB_ANSWER_BYTES
      }),
      ({ content }) => content
    )
}

/** Reads an answer of `GET /repos/{owner}/{repo}/contents/{path}`, and besides a large file's blob or a large folder's tree. */
export const contentReader = (http: Http, operation: string) => {
  const readFolder = decoder(operation, Schema.Array(Listed))
  const readFound = decoder(operation, Found)
  const readBlob = blobReader(http, operation)
  const readTree = treeReader(http, operation)

  return Effect.fnUntraced(function* (
    input: RepositoryName & { readonly ref?: string },
    path: string,
    body: unknown
  ): Effect.fn.Return<Content, ProviderError> {
    if (Array.isArray(body)) {
      const listed = (yield* readFolder({ body })).map(entryOf)
      const { entries, truncated } =
        listed.length < MAX_ENTRIES
          ? { entries: listed, truncated: false }
          : // Where there are no trees to read, what is known is given, and said to be cut.
            yield* readTree(input, path, input.ref).pipe(
              Effect.catch(() => Effect.succeed({ entries: listed, truncated: true }))
            )
      return {
        type: "dir",
        name: path.slice(path.lastIndexOf("/") + 1),
        path,
        entries,
        ...(truncated && { truncated })
      }
    }
    const { content, encoding, ...entry } = yield* readFound({ body })
    if (entry.type !== "file") return entry
    // Empty where it is larger than a megabyte, which `encoding: "none"` says.
    const whole = encoding === "base64" && typeof content === "string" ? content : yield* readBlob(input, entry.sha)
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
