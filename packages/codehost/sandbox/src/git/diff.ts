// Changes between two trees, file by file, and their text as `git diff` and `git format-patch` print it.

import { diffLines } from "./lines.ts"
import type { Commit, GitStore, TreeEntry } from "./store.ts"
import { type FileEntry, filesByPath } from "./trees.ts"

export interface ChangedFile {
  readonly path: string
  /** The previous path of a renamed file. */
  readonly previousPath: string | undefined
  /** `changed` means that the kind of the entry changed, such as from a file to a symbolic link. */
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed"
  /** The current blob. For a removed file, the last one. */
  readonly sha: string
  readonly previousSha: string | undefined
  readonly mode: TreeEntry["mode"]
  /** The previous mode. Undefined if it is unchanged. */
  readonly previousMode: TreeEntry["mode"] | undefined
  readonly additions: number
  readonly deletions: number
  readonly isBinary: boolean
  /** The hunks. Undefined if the content is binary, unchanged or empty. */
  readonly patch: string | undefined
}

const emptyBlob = Buffer.alloc(0)
const looksBinary = (content: Buffer): boolean => content.subarray(0, 8000).includes(0)

type Lines = Pick<ChangedFile, "additions" | "deletions" | "isBinary" | "patch">

/** A submodule has no content in this repository. Git shows its commit instead. */
const contentOf = ({ blobs }: GitStore, entry: FileEntry | undefined): Buffer => {
  if (entry?.mode === "160000") return Buffer.from(`Subproject commit ${entry.sha}\n`)
  return blobs.get(entry?.sha ?? "") ?? emptyBlob
}

const linesBetween = (store: GitStore, before: FileEntry | undefined, after: FileEntry | undefined): Lines => {
  const [old, now] = [contentOf(store, before), contentOf(store, after)]
  if (looksBinary(old) || looksBinary(now)) return { additions: 0, deletions: 0, isBinary: true, patch: undefined }
  const diff = diffLines(old.toString("utf8"), now.toString("utf8"))
  return { ...diff, isBinary: false, patch: diff.patch === "" ? undefined : diff.patch }
}

/** Files, symbolic links and submodules are different kinds. Executables count as files. */
const kindOf = ({ mode }: FileEntry): string => mode.slice(0, 3)

/** Changed files, sorted by path. A removed file and an added file with the same content are reported as a rename. */
export const changedFiles = (
  store: GitStore,
  beforeTree: string | undefined,
  afterTree: string
): ReadonlyArray<ChangedFile> => {
  const [before, after] = [filesByPath(store, beforeTree), filesByPath(store, afterTree)]
  const deletions = new Map([...before.values()].filter(({ path }) => !after.has(path)).map((file) => [file.sha, file]))
  const changes: Array<ChangedFile> = []
  for (const file of after.values()) {
    const { mode, path, sha } = file
    const old = before.get(path)
    if (old?.sha === sha && old.mode === mode) continue
    const source = old === undefined ? deletions.get(sha) : undefined
    if (source !== undefined) deletions.delete(sha)
    const former = old ?? source
    changes.push({
      path,
      previousPath: source?.path,
      status:
        source !== undefined
          ? "renamed"
          : old === undefined
            ? "added"
            : kindOf(old) === kindOf(file)
              ? "modified"
              : "changed",
      sha,
      previousSha: former?.sha,
      mode,
      previousMode: former?.mode === mode ? undefined : former?.mode,
      ...linesBetween(store, former, file)
    })
  }
  const movedFrom = new Set(changes.map(({ previousPath }) => previousPath))
  for (const file of before.values()) {
    const { mode, path, sha } = file
    if (after.has(path) || movedFrom.has(path)) continue
    changes.push({
      path,
      previousPath: undefined,
      status: "removed",
      sha,
      previousSha: sha,
      mode,
      previousMode: undefined,
      ...linesBetween(store, file, undefined)
    })
  }
  return changes.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** The changes of a commit relative to its first parent. */
export const changesOf = (store: GitStore, commit: Commit): ReadonlyArray<ChangedFile> =>
  changedFiles(store, store.commits.get(commit.parents[0] ?? "")?.tree, commit.tree)

const short = (sha: string | undefined): string => (sha ?? "0".repeat(40)).slice(0, 7)

const fileText = (file: ChangedFile): string => {
  const from = file.previousPath ?? file.path
  const head = [`diff --git a/${from} b/${file.path}`]
  if (file.status === "added") head.push(`new file mode ${file.mode}`, `index 0000000..${short(file.sha)}`)
  else if (file.status === "removed") head.push(`deleted file mode ${file.mode}`, `index ${short(file.sha)}..0000000`)
  else if (file.status === "renamed")
    head.push("similarity index 100%", `rename from ${from}`, `rename to ${file.path}`)
  else if (file.previousMode !== undefined) {
    head.push(`old mode ${file.previousMode}`, `new mode ${file.mode}`)
    if (file.previousSha !== file.sha) head.push(`index ${short(file.previousSha)}..${short(file.sha)}`)
  } else head.push(`index ${short(file.previousSha)}..${short(file.sha)} ${file.mode}`)
  const [old, now] = [
    file.status === "added" ? "/dev/null" : `a/${from}`,
    file.status === "removed" ? "/dev/null" : `b/${file.path}`
  ]
  if (file.patch !== undefined) head.push(`--- ${old}`, `+++ ${now}`, file.patch)
  else if (file.isBinary && file.status !== "renamed") head.push(`Binary files ${old} and ${now} differ`)
  return `${head.join("\n")}\n`
}

/** The changes as `git diff` prints them. */
export const diffText = (files: ReadonlyArray<ChangedFile>): string => files.map(fileText).join("")

const mailDate = (iso: string): string => new Date(iso).toUTCString().replace("GMT", "+0000")

/** A commit as `git format-patch` prints it. */
export const patchText = (store: GitStore, commit: Commit): string => {
  const files = changesOf(store, commit)
  const [subject = "", ...rest] = commit.message.split("\n")
  const body = rest.join("\n").trim()
  const sum = (name: "additions" | "deletions"): number => files.reduce((total, file) => total + file[name], 0)
  const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
  const stat = [
    ` ${plural(files.length, "file")} changed`,
    ...(sum("additions") > 0 ? [`${plural(sum("additions"), "insertion")}(+)`] : []),
    ...(sum("deletions") > 0 ? [`${plural(sum("deletions"), "deletion")}(-)`] : [])
  ]
  return [
    `From ${commit.sha} Mon Sep 17 00:00:00 2001`,
    `From: ${commit.author.name} <${commit.author.email}>`,
    `Date: ${mailDate(commit.author.date)}`,
    `Subject: [PATCH] ${subject}`,
    "",
    ...(body === "" ? [] : [body, ""]),
    "---",
    stat.join(", "),
    "",
    diffText(files)
  ].join("\n")
}
