/** Reads a file or folder from the different forms of response that the service uses. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Entry, type Content } from "../../schema/Content.ts"
import { maybe } from "../../schema/maybe.ts"
import type { RepositoryName } from "../../schema/Repository.ts"
import { MAX_FILE_BYTES, fromWire } from "../../wire/base64.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { reader, type Http } from "../../wire/requests.ts"
import { decoder, providerError } from "../../wire/service.ts"
import { treeReader } from "./trees.ts"

/**
 * The number of entries at which the service cuts a folder's listing:
 * https://docs.github.com/en/rest/repos/contents#get-repository-content
 */
export const MAX_ENTRIES = 1000

/** An entry in a folder's listing. There, a submodule has the type `file` and the address of a tree. */
export const FolderEntry = Schema.Struct({ ...Entry.fields, git_url: maybe(Schema.String) })

/** Returns the entry with its real type. */
export const entryOf = ({ git_url: address, ...entry }: typeof FolderEntry.Type): Entry =>
  entry.type === "file" && address?.includes("/git/trees/") === true ? { ...entry, type: "submodule" } : entry

/** An entry; a file of up to one megabyte includes its content. */
const FileEntry = Schema.Struct({ ...Entry.fields, encoding: maybe(Schema.String), content: maybe(Schema.String) })

const Blob = Schema.Struct({ content: Schema.String })

/** Maximum size of a response with a blob: JSON with the file as base64 with line breaks. */
const MAX_BLOB_ANSWER_BYTES = Math.ceil(MAX_FILE_BYTES * 1.4)

/** Makes a function that reads the base64 content of a blob. */
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

/**
 * Makes a function that reads a response of `GET /repos/{owner}/{repo}/contents/{path}`. It reads a large file by its
 * blob and a large folder by its tree.
 */
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
          : // If the tree cannot be read, return the listing and mark it as truncated.
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
    // A file over one megabyte has no content and `encoding: "none"`.
    const whole = encoding === "base64" && typeof content === "string" ? content : yield* readBlob(input, entry.sha)
    const read = fromWire(whole)
    if (read === undefined) {
      return yield* providerError(operation, {
        _tag: "Decode",
        what: "The file's content is not base64.",
        remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
      })
    }
    return { ...entry, ...read }
  })
}
