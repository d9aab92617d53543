// Routes for files and folders of repositories.

import type { Routes } from "../frame/context.ts"
import { getContents, getReadme } from "./read.ts"
import { writesFiles } from "./workflow-files.ts"
import { deleteContents, putContents } from "./write.ts"

export const contentRoutes: Routes = {
  "GET /repos/{owner}/{repo}/contents/{path}": { run: getContents, permission: "contents=read" },
  "PUT /repos/{owner}/{repo}/contents/{path}": { run: putContents, permission: writesFiles },
  "DELETE /repos/{owner}/{repo}/contents/{path}": { run: deleteContents, permission: writesFiles },
  "GET /repos/{owner}/{repo}/readme": { run: getReadme, permission: "contents=read" }
}
