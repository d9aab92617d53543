/**
 * What stands at a path before it is written, judged by the folder that holds it: read by its own path, a symbolic link to a
 * file is answered as that file, and written by its own path, the link's text is replaced.
 */
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { RepositoryName } from "../client/Repositories.ts"
import { fromWire } from "./base64.ts"
import { decoder } from "./decoder.ts"
import { bare, inRepository, segments, withQuery } from "./endpoint.ts"
import { Listed, MAX_ENTRIES, entryOf } from "./file-content.ts"
import { failed, reader, type Http } from "./methods.ts"
import { treeReader } from "./trees.ts"

/** A path that may be written. */
export type Standing =
  | { readonly kind: "nothing" }
  /** A file, by its blob. */
  | { readonly kind: "file"; readonly sha: string }
  /** A symbolic link, by the blob that holds its target. */
  | { readonly kind: "symlink"; readonly sha: string }
  /** Something that no file can take the place of. */
  | { readonly kind: "taken"; readonly reason: Reason }

const Blob = Schema.Struct({ content: Schema.String })

const taken = (what: string, fix: string): Standing => ({
  kind: "taken",
  reason: { _tag: "Conflict", what, fix: `Nothing was changed. ${fix}` }
})

const NAMES: Readonly<Record<string, string>> = {
  file: "a file",
  symlink: "a symbolic link",
  submodule: "a submodule"
}

/** Where a link leads, from the repository's root; `undefined` where it leads outside. */
const resolved = (link: string, target: string): string | undefined => {
  if (target.startsWith("/")) return undefined
  const path = link.split("/").slice(0, -1)
  for (const part of target.split("/")) {
    if (part === ".." && path.pop() === undefined) return undefined
    if (part !== ".." && part !== "." && part !== "") path.push(part)
  }
  return path.join("/")
}

/** Reads what stands at a path of a branch, for an operation. */
export const standingReader = (http: Http, operation: string) => {
  const list = decoder(operation, Schema.Array(Listed))
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
      .pipe(
        Effect.catch((error) => (error.reason._tag === "NotFound" ? Effect.succeed(undefined) : Effect.fail(error)))
      )

  const judge = (type: string, sha: string, path: string, isPath: boolean): Standing => {
    if (!isPath) return taken(`${path} is ${NAMES[type] ?? type}: nothing can stand below it.`, "Check the path.")
    switch (type) {
      case "file":
      case "symlink":
        return { kind: type, sha }
      case "dir":
        return taken(`${path} is a folder.`, "Name a file.")
      default:
        return taken(`${path} is a submodule.`, "Change it in the repository that it comes from.")
    }
  }

  const standing = Effect.fnUntraced(function* (
    repository: RepositoryName,
    file: string,
    ref: string | undefined
  ): Effect.fn.Return<Standing, ProviderError> {
    const parts = bare(file).split("/")
    for (let depth = parts.length - 1; depth >= 0; depth--) {
      const folder = parts.slice(0, depth).join("/")
      const answer = yield* at(repository, folder, ref)
      if (answer === undefined) continue
      if (!Array.isArray(answer.body)) return judge((yield* one(answer)).type, "", folder, false)
      const listed = (yield* list(answer)).map(entryOf)
      const isHere = ({ name }: { readonly name: string }) => name === parts[depth]
      const entry =
        listed.find(isHere) ??
        (listed.length < MAX_ENTRIES ? undefined : (yield* tree(repository, folder, ref)).entries.find(isHere))
      const isPath = depth === parts.length - 1
      if (entry === undefined || (!isPath && entry.type === "dir")) return { kind: "nothing" }
      return judge(entry.type, entry.sha, entry.path, isPath)
    }
    return { kind: "nothing" }
  })

  /** Why a link is not written: where it leads, as far as that can be read. */
  const linkReason = Effect.fnUntraced(function* (repository: RepositoryName, link: string, sha: string) {
    const text = yield* blob({ method: "GET", endpoint: inRepository(repository, `/git/blobs/${sha}`) }).pipe(
      Effect.map(({ content }) => fromWire(content)?.content),
      Effect.catch(() => Effect.succeed(undefined))
    )
    const target = text === undefined ? undefined : resolved(bare(link), text)
    return failed(operation, {
      _tag: "Conflict",
      what: `${bare(link)} is a symbolic link${target === undefined ? "" : ` to ${target}`}.`,
      fix:
        target === undefined
          ? "Nothing was written. To put a file in its place, delete it first."
          : `Nothing was written. Write to ${target}; to put a file in the link's place, delete it first.`
    })
  })
  return { standing, linkReason }
}
