// Stores git objects under their real SHA-1 names, so that they are identical to those of git.
// Source: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects

import { createHash } from "node:crypto"

export interface TreeEntry {
  readonly mode: "100644" | "100755" | "120000" | "040000" | "160000"
  readonly name: string
  readonly sha: string
}

export interface Signature {
  readonly name: string
  readonly email: string
  /** ISO 8601 in UTC, whole seconds. */
  readonly date: string
}

export interface Commit {
  readonly sha: string
  readonly tree: string
  readonly parents: ReadonlyArray<string>
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

export interface GitStore {
  readonly blobs: Map<string, Buffer>
  readonly trees: Map<string, ReadonlyArray<TreeEntry>>
  readonly commits: Map<string, Commit>
  /** Commit SHAs by full ref name, such as `refs/heads/main`. */
  readonly refs: Map<string, string>
}

export const makeGitStore = (): GitStore => ({
  blobs: new Map(),
  trees: new Map(),
  commits: new Map(),
  refs: new Map()
})

const objectSha = (kind: "blob" | "tree" | "commit", content: Buffer): string =>
  createHash("sha1").update(`${kind} ${content.length}\0`).update(content).digest("hex")

export const blobSha = (content: Buffer): string => objectSha("blob", content)

export const writeBlob = ({ blobs }: GitStore, content: Buffer): string => {
  const sha = blobSha(content)
  blobs.set(sha, content)
  return sha
}

/** Git sorts folders as if their names ended in a slash. */
const sortKey = ({ mode, name }: TreeEntry): string => (mode === "040000" ? `${name}/` : name)

const byteOrder = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

export const writeTree = ({ trees }: GitStore, entries: ReadonlyArray<TreeEntry>): string => {
  const inOrder = entries.toSorted((one, other) => byteOrder(sortKey(one), sortKey(other)))
  const parts = inOrder.map(({ mode, name, sha }) =>
    // Git writes the mode without its leading zero: `40000`.
    Buffer.concat([Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`), Buffer.from(sha, "hex")])
  )
  const sha = objectSha("tree", Buffer.concat(parts))
  trees.set(sha, inOrder)
  return sha
}

const signatureLine = ({ date, email, name }: Signature): string =>
  `${name} <${email}> ${Date.parse(date) / 1000} +0000`

export const writeCommit = ({ commits }: GitStore, commit: Omit<Commit, "sha">): Commit => {
  const text = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(commit.author)}`,
    `committer ${signatureLine(commit.committer)}`,
    "",
    commit.message
  ].join("\n")
  const result = { ...commit, sha: objectSha("commit", Buffer.from(text)) }
  commits.set(result.sha, result)
  return result
}
