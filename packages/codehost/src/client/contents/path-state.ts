/**
 * Finds out what exists at a path before it is written. It reads the listing of the path's folder, because reading the
 * path of a symbolic link returns the file that it leads to, while writing to that path replaces the link.
 */
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { RepositoryName } from "../../schema/Repository.ts"
import { fromWire } from "../../wire/base64.ts"
import { trimSlashes, inRepository, segments, withQuery } from "../../wire/endpoint.ts"
import { reader, type Http } from "../../wire/requests.ts"
import { decoder, providerError } from "../../wire/service.ts"
import { FolderEntry, MAX_ENTRIES, entryOf } from "./file-content.ts"
import { treeReader } from "./trees.ts"

/** What exists at a path. */
export type PathState =
  | { readonly kind: "nothing" }
  /** A file with the hash of its blob. */
  | { readonly kind: "file"; readonly sha: string }
  /** A symbolic link with the hash of the blob that holds its target. */
  | { readonly kind: "symlink"; readonly sha: string }
  /** Something that a file cannot replace. */
  | { readonly kind: "taken"; readonly reason: Reason }

const Blob = Schema.Struct({ content: Schema.String })

const conflict = (what: string, remedy?: Remedy): PathState => ({
  kind: "taken",
  reason: { _tag: "Conflict", what, because: "state", nothing: "changed", ...(remedy !== undefined && { remedy }) }
})

const NAMES: Readonly<Record<string, string>> = {
  file: "a file",
  symlink: "a symbolic link",
  submodule: "a submodule"
}

/**
 * Returns the path that a link leads to, from the repository's root, or `undefined` if it leads outside the repository.
 */
const linkTarget = (link: string, target: string): string | undefined => {
  if (target.startsWith("/")) return undefined
  const path = link.split("/").slice(0, -1)
  for (const part of target.split("/")) {
    if (part === ".." && path.pop() === undefined) return undefined
    if (part !== ".." && part !== "." && part !== "") path.push(part)
  }
  return path.join("/")
}

/** Makes a function that finds out, for an operation, what exists at a path of a branch. */
export const pathStateReader = (http: Http, operation: string) => {
  const list = decoder(operation, Schema.Array(FolderEntry))
  const one = decoder(operation, Schema.Struct({ type: Schema.String }))
  const blob = reader(http, operation, Blob)
  const tree = treeReader(http, operation)

  const at = ({ owner, repo }: RepositoryName, path: string, ref: string | undefined) =>
    http
      .call({
        operation,
        method: "GET",
        endpoint: withQuery(inRepository({ owner, repo }, `/contents/${segments(path)}`), { ref })
      })
      .pipe(Effect.catchReason("ProviderError", "NotFound", () => Effect.undefined))

  const noFolder = (type: string, path: string): PathState =>
    conflict(`${path} is ${NAMES[type] ?? type}, so nothing can be below it.`, { to: "checkNames" })

  const stateOf = (type: string, sha: string, path: string): PathState => {
    switch (type) {
      case "file":
      case "symlink":
        return { kind: type, sha }
      case "dir":
        return conflict(`${path} is a folder.`, { to: "chooseAnotherName" })
      default:
        return conflict(`${path} is a submodule; change it in its own repository.`)
    }
  }

  const pathState = Effect.fnUntraced(function* (
    repository: RepositoryName,
    file: string,
    ref: string | undefined
  ): Effect.fn.Return<PathState, ProviderError> {
    const parts = trimSlashes(file).split("/")
    for (let depth = parts.length - 1; depth >= 0; depth--) {
      const folder = parts.slice(0, depth).join("/")
      const answer = yield* at(repository, folder, ref)
      if (answer === undefined) continue
      if (!Array.isArray(answer.body)) return noFolder((yield* one(answer)).type, folder)
      const entries = (yield* list(answer)).map(entryOf)
      const isHere = ({ name }: { readonly name: string }) => name === parts[depth]
      const entry =
        entries.find(isHere) ??
        (entries.length < MAX_ENTRIES ? undefined : (yield* tree(repository, folder, ref)).entries.find(isHere))
      const isPath = depth === parts.length - 1
      if (entry === undefined || (!isPath && entry.type === "dir")) return { kind: "nothing" }
      return isPath ? stateOf(entry.type, entry.sha, entry.path) : noFolder(entry.type, entry.path)
    }
    return { kind: "nothing" }
  })

  /** The error for a write to a link. It names the path that the link leads to, if that can be read. */
  const linkReason = Effect.fnUntraced(function* (repository: RepositoryName, link: string, sha: string) {
    const text = yield* blob({ method: "GET", endpoint: inRepository(repository, `/git/blobs/${sha}`) }).pipe(
      Effect.map(({ content }) => fromWire(content)?.content),
      Effect.catch(() => Effect.succeed(undefined))
    )
    const target = text === undefined ? undefined : linkTarget(trimSlashes(link), text)
    return providerError(operation, {
      _tag: "Conflict",
      what: `${trimSlashes(link)} is a symbolic link${target === undefined ? "" : ` to ${target}`}; delete it before you put a file in its place.`,
      because: "state",
      remedy: target === undefined ? { to: "changeState" } : { to: "chooseName", names: [target] },
      nothing: "changed"
    })
  })
  return { pathState, linkReason }
}
