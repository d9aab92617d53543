// Archives (zip or tar) of a repository's files at a branch, tag or commit.
// Source: https://docs.github.com/en/rest/repos/contents#download-a-repository-archive-tar

import { accountById } from "../accounts/accounts.ts"
import { type Context, param, repositoryOf, type Routes } from "../frame/context.ts"
import { notFound } from "../frame/errors.ts"
import type { Reply } from "../frame/reply.ts"
import { resolveCommit } from "../git/commits.ts"
import { filesOf } from "../git/trees.ts"
import { redirectTo } from "./redirect.ts"
import { tarGzOf } from "./tar.ts"
import { type ArchiveFile, zipOf } from "./zip.ts"

interface Format {
  readonly extension: string
  readonly type: string
  readonly pack: (files: ReadonlyArray<ArchiveFile>) => Buffer
}

const tar: Format = { extension: "tar.gz", type: "application/x-gzip", pack: tarGzOf }
const zip: Format = { extension: "zip", type: "application/zip", pack: zipOf }

/** Archive URLs of private repositories expire after five minutes, as documented by the service. */
const goodForSeconds = 300

const archive =
  ({ extension, pack, type }: Format) =>
  (context: Context): Reply => {
    const repository = repositoryOf(context)
    const { git } = repository
    const commit = resolveCommit(git, param(context, "ref"))
    if (commit === undefined) throw notFound()
    const owner = accountById(context.world, repository.ownerId).login
    const root = `${owner}-${repository.name}-${commit.sha.slice(0, 7)}`
    const files = filesOf(git, commit.tree).flatMap(({ mode, path, sha }): ReadonlyArray<ArchiveFile> => {
      const content = git.blobs.get(sha)
      if (content === undefined) return []
      const special = mode === "100755" || mode === "120000" ? { mode } : {}
      return [{ path: `${root}/${path}`, content, ...special }]
    })
    return redirectTo(context, { name: `${root}.${extension}`, type, bytes: () => pack(files) }, goodForSeconds)
  }

export const archiveRoutes: Routes = {
  "GET /repos/{owner}/{repo}/tarball/{ref}": { run: archive(tar), permission: "contents=read" },
  "GET /repos/{owner}/{repo}/zipball/{ref}": { run: archive(zip), permission: "contents=read" }
}
