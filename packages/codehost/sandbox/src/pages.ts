// Everything that is not the API: sign-in at `/codehost-web`, repository pages at `/repo`, and signed downloads at
// `/codehost-storage`.

import { type Handler, jsonAnswer, originOf, send } from "@inlay/sandbox-kit/wire"

import { storageHandler } from "./downloads/handler.ts"
import { rawGist } from "./gists/raw.ts"
import { assetAnswer } from "./pages/assets.ts"
import { repositoryPages } from "./pages/handler.ts"
import { sendMissing } from "./pages/shell.ts"
import { storagePath } from "./records/urls.ts"
import { endpoints } from "./sign-in/endpoints.ts"
import { signInPages } from "./sign-in/pages.ts"
import type { SandboxState } from "./state.ts"

const web = "/codehost-web"

export const pagePrefixes = [web, "/repo", storagePath]

const below = (prefix: string, path: string): string | undefined =>
  path.startsWith(prefix) ? path.slice(prefix.length) : undefined

export const makePages = (state: SandboxState): Handler => {
  const repositories = repositoryPages(state)
  const storage = storageHandler(state)
  return (req, res, path) => {
    const storagePathOf = below(`${storagePath}/`, path)
    if (storagePathOf !== undefined) return storage(req, res, storagePathOf)
    const asset = below(`${web}/assets/`, path)
    if (asset !== undefined) return send(res, assetAnswer(asset))
    const gist = below(`${web}/gists/`, path)
    if (gist !== undefined) return send(res, rawGist(state.world, gist))
    const repository = below("/repo/", path)
    if (repository !== undefined) return repositories(req, res, repository)
    const key = `${req.method} ${below(web, path) ?? ""}`
    const endpoint = endpoints[key]
    const page = signInPages[key]
    if (endpoint === undefined && page === undefined) return sendMissing(req, res)
    const onError = (error: unknown): void =>
      send(res, jsonAnswer(500, { message: "The sandbox itself failed.", why: String(error) }))
    Promise.resolve(endpoint?.(state.signIn, req, res, originOf(req)) ?? page?.(state.signIn, req, res)).catch(onError)
  }
}
