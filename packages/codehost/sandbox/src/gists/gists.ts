// Stores gists and their versions. Each change adds a version that keeps all files.

import { hash } from "node:crypto"

export type Files = ReadonlyMap<string, string>

export interface Version {
  readonly sha: string
  readonly at: string
  readonly authorId: number
  readonly files: Files
  readonly previousFiles: Files
}

export interface Gist {
  readonly id: string
  /** The gist's sequence number, used in its global id. */
  readonly count: number
  readonly ownerId: number
  readonly isPublic: boolean
  readonly createdAt: string
  description: string | null
  updatedAt: string
  /** Newest first. There is at least one version. */
  versions: ReadonlyArray<Version>
}

/** The change of each file: new text and name, or null to delete the file. */
export type FileChanges = ReadonlyMap<string, { readonly name: string; readonly content: string | undefined } | null>

const linesOf = (files: Files): ReadonlySet<string> => new Set([...files.values()].flatMap((text) => text.split("\n")))

/** The number of lines in `one` that are not in `other`. */
const countMissing = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((line) => !other.has(line)).length

/** The number of lines that a version added and removed. */
export const lineChanges = ({ files, previousFiles }: Version) => {
  const [current, past] = [linesOf(files), linesOf(previousFiles)]
  return { additions: countMissing(current, past), deletions: countMissing(past, current) }
}

const versionOf = (id: string, authorId: number, at: string, files: Files, previousFiles: Files): Version => ({
  sha: hash("sha1", `${id} ${at}`),
  at,
  authorId,
  files,
  previousFiles
})

/**
 * The files after the changes. Returns undefined if no file would be left, or if the content of a changed file is empty
 * or unknown.
 */
export const changedFiles = (files: Files, changes: FileChanges): Files | undefined => {
  const result = new Map(files)
  for (const [name, change] of changes) {
    const content = change?.content ?? files.get(name)
    result.delete(name)
    if (change === null) continue
    if (content === undefined || content === "") return undefined
    result.set(change.name, content)
  }
  return result.size === 0 ? undefined : result
}

export const filesOf = ({ versions }: Gist): Files => versions[0]?.files ?? new Map<string, string>()

/** The id of a gist, given its sequence number. */
export const gistId = (count: number): string => hash("md5", `gist ${count}`)

export interface GistStore {
  readonly add: (gist: Pick<Gist, "ownerId" | "isPublic" | "description">, files: Files, at: string) => Gist
  readonly change: (gist: Gist, byId: number, files: Files, description: string | null, at: string) => void
  readonly find: (id: string) => Gist | undefined
  readonly remove: (gist: Gist) => void
  /** Newest first. */
  readonly all: () => ReadonlyArray<Gist>
}

export const makeGistStore = (): GistStore => {
  const gists = new Map<string, Gist>()
  let count = 0
  return {
    add: (properties, files, at) => {
      count += 1
      const id = gistId(count)
      const versions = [versionOf(id, properties.ownerId, at, files, new Map())]
      const gist = { ...properties, id, count, createdAt: at, updatedAt: at, versions }
      gists.set(id, gist)
      return gist
    },
    change: (gist, byId, files, description, at) => {
      const before = filesOf(gist)
      gist.description = description
      gist.updatedAt = at
      // A change of the description alone does not create a version.
      const isSame = files.size === before.size && [...files].every(([name, text]) => before.get(name) === text)
      if (!isSame) gist.versions = [versionOf(gist.id, byId, at, files, before), ...gist.versions]
    },
    find: (id) => gists.get(id),
    remove: ({ id }) => void gists.delete(id),
    all: () => [...gists.values()].toReversed()
  }
}
