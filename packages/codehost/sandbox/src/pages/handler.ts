// Routes requests for repository pages. Names are case-insensitive; each page states its canonical URL.

import { type Handler, send } from "@inlay/sandbox-kit/wire"

import { findAccount } from "../accounts/accounts.ts"
import type { SandboxState } from "../state.ts"
import { codePage } from "./code.ts"
import { accountPage, avatar } from "./people.ts"
import { runsPage } from "./runs.ts"
import { type PageContent, sendMissing, sendPage } from "./shell.ts"
import { type Site, siteOf } from "./site.ts"
import { listPage, threadPage } from "./threads.ts"

const decode = (path: string): ReadonlyArray<string> | undefined => {
  try {
    return path.split("/").map(decodeURIComponent)
  } catch {
    return undefined
  }
}

const pageOf = (
  state: SandboxState,
  site: Site,
  section: string,
  rest: ReadonlyArray<string>
): PageContent | undefined => {
  switch (section) {
    case "":
      return codePage(site, "")
    case "tree":
    case "blob":
      return rest.length === 0 ? undefined : codePage(site, rest.join("/"))
    case "issues":
    case "pulls":
    case "pull":
      if (rest.length === 0) return section === "pull" ? undefined : listPage(site, section)
      return rest.length === 1 && section !== "pulls" ? threadPage(site, rest[0] ?? "") : undefined
    case "actions":
      return rest.length === 0 ? runsPage(site, state.clock.now()) : undefined
    default:
      return undefined
  }
}

/** `path` is the part after `/repo/`. */
export const repositoryPages =
  (state: SandboxState): Handler =>
  (req, res, path) => {
    const [owner = "", name = "", section = "", ...rest] = decode(path.replace(/\/$/, "")) ?? []
    if (owner === "-" && name === "avatars") return send(res, avatar(state.world, rest[0] ?? ""))
    const account = findAccount(state.world, owner)
    if (account === undefined) return sendMissing(req, res)
    if (name === "") return sendPage(req, res, 200, accountPage(state.world, account))
    const query = new URLSearchParams(req.url?.split("?")[1] ?? "")
    const site = siteOf(state, owner, name, query)
    const page = site === undefined ? undefined : pageOf(state, site, section, rest)
    if (site === undefined || page === undefined) return sendMissing(req, res)
    const below = [section, ...rest].filter((segment) => segment !== "").map(encodeURIComponent)
    return sendPage(req, res, 200, { canonical: [site.root, ...below].join("/"), ...page })
  }
