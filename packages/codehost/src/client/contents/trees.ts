/** Reads a folder by its git tree, which lists entries beyond the 1,000 of the contents API. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Entry } from "../../schema/Content.ts"
import { maybe } from "../../schema/maybe.ts"
import type { RepositoryName } from "../../schema/Repository.ts"
import { inRepository, segments } from "../../wire/endpoint.ts"
import { reader, type Http } from "../../wire/requests.ts"
import { providerError } from "../../wire/service.ts"
import { defaultBranch } from "../repositories/default-branch.ts"

/** https://docs.github.com/en/rest/git/trees#get-a-tree */
const Tree = Schema.Struct({
  tree: Schema.Array(
    Schema.Struct({
      path: Schema.String,
      mode: Schema.String,
      type: Schema.String,
      sha: Schema.String,
      size: maybe(Schema.Int)
    })
  ),
  truncated: maybe(Schema.Boolean)
})

const SHA_ALONE = { accept: "application/vnd.github.sha" }

const MAX_TREE_ANSWER_BYTES = 32 * 1024 * 1024

const typeOf = (mode: string, type: string): string => {
  if (mode === "120000") return "symlink"
  if (mode === "160000") return "submodule"
  return type === "tree" ? "dir" : "file"
}

/** A folder's entries, and whether even the tree was truncated. */
export interface Folder {
  readonly entries: ReadonlyArray<Entry>
  readonly truncated: boolean
}

/** Makes a function that reads a folder's tree, starting from the root. */
export const treeReader = (http: Http, operation: string) => {
  const read = reader(http, operation, Tree)
  const baseOf = defaultBranch(http, operation)
  return Effect.fnUntraced(function* (repository: RepositoryName, path: string, ref: string | undefined) {
    const at = ref ?? (yield* baseOf(repository))
    const commit = yield* http.call({
      operation,
      method: "GET",
      endpoint: inRepository(repository, `/commits/${segments(at)}`),
      headers: SHA_ALONE
    })
    const treeOf = (sha: string) =>
      read({
        method: "GET",
        endpoint: inRepository(repository, `/git/trees/${encodeURIComponent(sha)}`),
        maxBodyBytes: MAX_TREE_ANSWER_BYTES
      })
    if (typeof commit.body !== "string" || commit.body.trim() === "") {
      return yield* providerError(operation, {
        _tag: "Decode",
        what: "The answer names no commit.",
        remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
      })
    }
    let folder = yield* treeOf(commit.body.trim())
    for (const name of path === "" ? [] : path.split("/")) {
      const inner = folder.tree.find((entry) => entry.path === name && entry.type === "tree")
      if (inner === undefined) {
        return yield* providerError(operation, {
          _tag: "NotFound",
          what: `There is no folder ${path} on ${at}.`,
          remedy: { to: "checkNames" }
        })
      }
      folder = yield* treeOf(inner.sha)
    }
    const contents: Folder = {
      truncated: folder.truncated === true,
      entries: folder.tree.map(({ path: name, mode, type, sha, size }) => ({
        type: typeOf(mode, type),
        name,
        path: path === "" ? name : `${path}/${name}`,
        sha,
        ...(size !== undefined && { size })
      }))
    }
    return contents
  })
}
