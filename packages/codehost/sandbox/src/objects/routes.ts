// All routes for git objects: blobs, trees and commits.

import { writesFiles } from "../contents/workflow-files.ts"
import type { Routes } from "../frame/context.ts"
import { createBlob, getBlob } from "./blobs.ts"
import { createCommit, getGitCommit } from "./commits.ts"
import { createTree, getTree } from "./trees.ts"

const read = "contents=read"
const write = "contents=write"
const path = "/repos/{owner}/{repo}/git"

export const objectRoutes: Routes = {
  [`GET ${path}/blobs/{file_sha}`]: { run: getBlob, permission: read },
  [`POST ${path}/blobs`]: { run: createBlob, permission: write },
  [`GET ${path}/trees/{tree_sha}`]: { run: getTree, permission: read },
  [`POST ${path}/trees`]: { run: createTree, permission: writesFiles },
  [`GET ${path}/commits/{commit_sha}`]: { run: getGitCommit, permission: read },
  [`POST ${path}/commits`]: { run: createCommit, permission: write }
}
