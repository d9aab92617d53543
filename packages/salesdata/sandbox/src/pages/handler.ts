// The pages of Profilenet, a simulated professional network: people at `/in/<slug>`, companies at `/company/<slug>`,
// the JSON of each page at its URL with `.json`, scripts and styles at `/profilenet/`.

import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"

import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { faultIn } from "../faults.ts"
import { readSlug } from "../identifiers.ts"
import { companyStandIn, personStandIn } from "../stand-ins.ts"
import type { SandboxState } from "../state.ts"
import { send } from "../wire.ts"
import { pagePolicy, shellHtml } from "./shell.ts"
import { companiesView, companyView, peopleView, profileView, type View } from "./views.ts"

/** The paths that these pages handle. */
export const pagePrefixes: ReadonlyArray<string> = ["/in", "/company", "/profilenet"]

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml"
}

const assetNames = ["app.js", "bar.js", "dom.js", "views.js", "probe.js", "style.css", "icon.svg"]

const asset = (name: string): Answer | undefined => {
  if (!assetNames.includes(name)) return undefined
  return {
    status: 200,
    headers: { "content-type": types[name.split(".").at(-1) ?? ""] ?? "text/plain", "cache-control": "no-cache" },
    body: readFileSync(new URL(`assets/${name}`, import.meta.url), "utf8")
  }
}

type Lookup = (state: SandboxState, slug: string, query: string) => View | undefined

/** A slug that names a fault also has a page, which shows the stand-in. */
const sections: Readonly<Record<string, Lookup>> = {
  in: ({ data, directory }, slug, query) => {
    if (slug === "") return peopleView(data, query)
    const person = directory.person({ slug }) ?? (faultIn(slug) === undefined ? undefined : personStandIn(data, slug))
    return person === undefined ? undefined : profileView(data, person)
  },
  company: ({ data, directory }, slug, query) => {
    if (slug === "") return companiesView(data, query)
    const keys = { slugFromUrl: slug }
    const company = directory.company(keys) ?? (faultIn(slug) === undefined ? undefined : companyStandIn(data, slug))
    return company === undefined ? undefined : companyView(data, company)
  }
}

const htmlAnswer = (view: View | undefined, canonical: string, probe: boolean): Answer => ({
  status: view === undefined ? 404 : 200,
  headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": pagePolicy(probe) },
  body: shellHtml({
    title: view?.name ?? "Page not found",
    description: view === undefined || view.kind === "list" ? "Profilenet" : view.line,
    canonical,
    probe
  })
})

const missing = jsonAnswer(404, { kind: "missing", name: "Page not found" })

const answerFor = (state: SandboxState, url: string, path: string): Answer => {
  const [first = "in", rest = ""] = path.split("/").filter(Boolean)
  if (first === "profilenet") return asset(rest) ?? missing
  const params = new URLSearchParams(url.split("?")[1] ?? "")
  const wantsJson = path.endsWith(".json")
  const section = first.replace(/\.json$/, "")
  const slug = readSlug(wantsJson ? rest.replace(/\.json$/, "") : rest)
  const view = Object.hasOwn(sections, section) ? sections[section]?.(state, slug, params.get("q") ?? "") : undefined
  if (wantsJson) return view === undefined ? missing : jsonAnswer(200, view)
  const canonical = `/${section}${slug === "" ? "" : `/${encodeURIComponent(slug)}`}`
  return htmlAnswer(view, canonical, params.has("probe"))
}

export const makePages =
  (state: SandboxState) =>
  (req: IncomingMessage, res: ServerResponse, path: string): void => {
    const answer =
      req.method === "GET" || req.method === "HEAD"
        ? answerFor(state, req.url ?? path, path)
        : jsonAnswer(405, { kind: "missing", name: "Method not allowed" }, { allow: "GET, HEAD" })
    send(res, {
      ...answer,
      headers: { "x-content-type-options": "nosniff", "referrer-policy": "same-origin", ...answer.headers }
    })
  }
