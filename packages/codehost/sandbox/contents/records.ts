// Records of files and folders.
// Source: schemas `content-file`, `content-directory`, `content-tree`, `blob`.

import type { TreeEntry } from "../git/store.ts"
import { gitNodeId, type Site } from "../records/commit.ts"
import { encodePath } from "../records/urls.ts"

/** Base64 in lines of 60 characters, as the service writes it. */
export const base64Lines = (content: Buffer): string => content.toString("base64").replaceAll(/.{1,60}/g, "$&\n")

export type EntryKind = "file" | "dir"
const kindOf = ({ mode }: TreeEntry): EntryKind => (mode === "040000" ? "dir" : "file")

/** `path` is that of the entry itself; `ref` the branch, tag or commit it was asked at. */
export const entryRecord = (site: Site, entry: TreeEntry, path: string, ref: string) => {
  const { page, repository, url } = site
  const type = kindOf(entry)
  const self = `${url}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`
  const git = `${url}/git/${type === "dir" ? "trees" : "blobs"}/${entry.sha}`
  const html = `${page}/${type === "dir" ? "tree" : "blob"}/${encodePath(ref)}/${encodePath(path)}`
  return {
    name: path.split("/").at(-1) ?? "",
    path,
    sha: entry.sha,
    size: repository.git.blobs.get(entry.sha)?.length ?? 0,
    url: self,
    html_url: html,
    git_url: git,
    download_url: type === "dir" ? null : `${page}/raw/${encodePath(ref)}/${encodePath(path)}`,
    type,
    _links: { self, git, html }
  }
}

/** A file with what is in it; a large one comes without, under the encoding `none`. */
export const fileRecord = (site: Site, entry: TreeEntry, path: string, ref: string, largestBytes: number) => {
  const record = entryRecord(site, entry, path, ref)
  const content = site.repository.git.blobs.get(entry.sha)
  return content === undefined || content.length > largestBytes
    ? { ...record, content: "", encoding: "none" }
    : { ...record, content: base64Lines(content), encoding: "base64" }
}

export const blobRecord = ({ repository, url }: Site, sha: string, content: Buffer) => ({
  sha,
  node_id: gitNodeId("B", repository, sha),
  size: content.length,
  url: `${url}/git/blobs/${sha}`,
  content: base64Lines(content),
  encoding: "base64"
})
