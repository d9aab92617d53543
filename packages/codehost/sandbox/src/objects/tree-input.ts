// Parses and validates the entries of a new tree, with the service's error messages.

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"

import type { Context } from "../frame/context.ts"
import { invalidRequest, type Refusal, unprocessable } from "../frame/errors.ts"
import { requireFields } from "../frame/fields.ts"
import { type GitStore, type TreeEntry, writeBlob } from "../git/store.ts"
import type { PathChange } from "../git/trees.ts"

const modes: ReadonlyArray<TreeEntry["mode"]> = ["100644", "100755", "040000", "160000", "120000"]

const malformed = (): Refusal => unprocessable("tree.path contains a malformed path component")

const checkPath = (path: unknown): string => {
  if (typeof path !== "string" || path === "") throw unprocessable("Must supply a valid tree.path")
  if (path.startsWith("/")) throw unprocessable("tree.path cannot start with a slash")
  if (path.split("/").some((segment) => ["", ".", "..", ".git"].includes(segment))) throw malformed()
  return path
}

/**
 * Checks that the object exists and matches the mode. A submodule's commit is in another repository, so any SHA is
 * accepted.
 */
const checkObject = ({ blobs, trees }: GitStore, mode: TreeEntry["mode"], sha: string): string => {
  if (mode === "160000" && /^[0-9a-f]{40}$/.test(sha)) return sha
  if (mode === "040000" && !trees.has(sha)) throw unprocessable(`tree.sha ${sha} is not a valid tree`)
  if (mode !== "040000" && !blobs.has(sha)) throw unprocessable(`tree.sha ${sha} is not a valid blob`)
  return sha
}

const changeIn = (store: GitStore, item: unknown): PathChange => {
  if (!isObject(item)) throw invalidRequest(`For 'items', ${JSON.stringify(item)} is not an object.`)
  const { content, sha }: JsonObject = item
  const path = checkPath(item["path"])
  // A null SHA deletes the entry, regardless of the mode.
  if (sha === null && content === undefined) return { path, sha: null }
  const mode = modes.find((one) => one === item["mode"])
  if (mode === undefined) throw unprocessable("Must supply a valid tree.mode")
  if ((typeof sha === "string") === (typeof content === "string")) {
    throw unprocessable("Must supply either tree.sha or tree.content. Request will be rejected if both are present.")
  }
  if (typeof sha === "string") return { path, mode, sha: checkObject(store, mode, sha) }
  if (mode === "040000") throw unprocessable("A subdirectory may not have content")
  return { path, mode, sha: writeBlob(store, Buffer.from(String(content))) }
}

export const changesIn = ({ body }: Context, store: GitStore): ReadonlyArray<PathChange> => {
  requireFields(body, "tree")
  const items: unknown = body["tree"]
  if (!Array.isArray(items)) throw invalidRequest(`For 'properties/tree', ${JSON.stringify(items)} is not an array.`)
  if (items.length === 0) throw unprocessable("Invalid tree info")
  return items.map((item: unknown) => changeIn(store, item))
}
