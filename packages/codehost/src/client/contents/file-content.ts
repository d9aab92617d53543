/** Reads a file or folder from the several forms in which the service answers. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Entry, type Content } from "../../schema/Content.ts"
import { maybe } from "../../schema/maybe.ts"
import type { RepositoryName } from "../../schema/Repository.ts"
import { MAX_FILE_BYTES, fromWire } from "../../wire/base64.ts"
import { decoder } from "../../wire/decoder.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { failed, reader, type Http } from "../../wire/requests.ts"
import { treeReader } from "./trees.ts"

/** The most entries that the service lists: https://docs.github.com/en/rest/repos/contents#get-repository-content */
export const MAX_ENTRIES = 1000

/** An entry of a folder's listing, which calls a submodule a `file` with the address of a tree. */
export const FolderEntry = Schema.Struct({ ...Entry.fields, git_url: maybe(Schema.String) })

/** The entry with its real type. */
export const entryOf = ({ git_url: address, ...entry }: typeof FolderEntry.Type): Entry =>
  entry.type === "file" && address?.includes("/git/trees/") === true ? { ...entry, type: "submodule" } : entry

/** One entry, with the content of a file of up to a megabyte. */
const FileEntry = Schema.Struct({ ...Entry.fields, encoding: maybe(Schema.String), content: maybe(Schema.String) })

const Blob = Schema.Struct({ content: Schema.String })

/** The file as base64 with line breaks, in JSON. */
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

/** Reads an answer of `GET /repos/{owner}/{repo}/contents/{path}`; a large file by its blob, a large folder by its tree. */
export const contentReader = (http: Http, operation: string) => {
  const readFolder = decoder(operation, Schema.Array(FolderEntry))
  const readFile = decoder(operation, FileEntry)
  const readBlob = blobReader(http, operation)
  const readTree = treeReader(http, operation)

  return Effect.fnUntraced(function* (
    input: RepositoryName & { readonly ref?: string },
    path: string,
    body: unknown
  ): Effect.fn.Return<Content, ProviderError> {
    if (Array.isArray(body)) {
      const listing = (yield* readFolder({ body })).map(entryOf)
      const { entries, truncated } =
        listing.length < MAX_ENTRIES
          ? { entries: listing, truncated: false }
          : // Without the tree, the listing is given as truncated.
            yield* readTree(input, path, input.ref).pipe(
              Effect.catch(() => Effect.succeed({ entries: listing, truncated: true }))
            )
      return {
        type: "dir",
        name: path.slice(path.lastIndexOf("/") + 1),
        path,
        entries,
        ...(truncated && { truncated })
      }
    }
    const { content, encoding, ...entry } = yield* readFile({ body })
    if (entry.type !== "file") return entry
    // A file over a megabyte comes without content, with `encoding: "none"`.
    const whole = encoding === "base64" && typeof content === "string" ? content : yield* readBlob(input, entry.sha)
    const read = fromWire(whole)
    if (read === undefined) {
      return yield* failed(operation, {
        _tag: "Decode",
        what: "The file's content is not base64.",
        remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
      })
    }
    return { ...entry, ...read }
  })
}
