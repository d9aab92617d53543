// Builds the records of files and folders.
// Source: schemas `content-file`, `content-directory`, `content-tree`, `content-symlink`, `content-submodule`.

import type { TreeEntry } from "../git/store.ts"
import type { Site } from "../records/commit.ts"
import { encodePath } from "../records/urls.ts"

/** Base64 in lines of 60 characters, as the service formats it. */
export const base64Lines = (content: Buffer): string => content.toString("base64").replaceAll(/.{1,60}/g, "$&\n")

type EntryKind = "file" | "dir" | "symlink" | "submodule"

export const kindOf = ({ mode }: TreeEntry): EntryKind => {
  if (mode === "040000") return "dir"
  if (mode === "160000") return "submodule"
  return mode === "120000" ? "symlink" : "file"
}

/** `path` is the path of the entry itself. `ref` is the branch, tag or commit of the request. */
export const entryRecord = (site: Site, entry: TreeEntry, path: string, ref: string) => {
  const { page, repository, url } = site
  const type = kindOf(entry)
  const isFolder = type === "dir" || type === "submodule"
  const self = `${url}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`
  const git = `${url}/git/${isFolder ? "trees" : "blobs"}/${entry.sha}`
  const html = `${page}/${isFolder ? "tree" : "blob"}/${encodePath(ref)}/${encodePath(path)}`
  return {
    name: path.split("/").at(-1) ?? "",
    path,
    sha: entry.sha,
    size: repository.git.blobs.get(entry.sha)?.length ?? 0,
    url: self,
    html_url: html,
    git_url: git,
    download_url: isFolder ? null : `${page}/raw/${encodePath(ref)}/${encodePath(path)}`,
    type,
    _links: { self, git, html }
  }
}

/** An entry in a folder listing. API versions before 2026 list a submodule as a file. */
export const listedRecord = (site: Site, entry: TreeEntry, path: string, ref: string, version: string) => {
  const record = entryRecord(site, entry, path, ref)
  return record.type === "submodule" && version < "2026" ? { ...record, type: "file" as const } : record
}

/** A file with its content. If it is larger than `largestBytes`, the content is empty and the encoding is `none`. */
export const fileRecord = (site: Site, entry: TreeEntry, path: string, ref: string, largestBytes: number) => {
  const record = entryRecord(site, entry, path, ref)
  const content = site.repository.git.blobs.get(entry.sha)
  return content === undefined || content.length > largestBytes
    ? { ...record, content: "", encoding: "none" }
    : { ...record, content: base64Lines(content), encoding: "base64" }
}

/** A symbolic link with its target, exactly as stored in the link. */
export const linkRecord = (site: Site, entry: TreeEntry, path: string, ref: string) => ({
  ...entryRecord(site, entry, path, ref),
  target: site.repository.git.blobs.get(entry.sha)?.toString("utf8") ?? ""
})

/** A submodule. `address` is the URL of its repository in `.gitmodules`. */
export const submoduleRecord = (site: Site, entry: TreeEntry, path: string, ref: string, address: string | null) => ({
  ...entryRecord(site, entry, path, ref),
  submodule_git_url: address
})
