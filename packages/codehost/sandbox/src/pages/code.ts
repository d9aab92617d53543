// Pages for a repository's folders, README and files.

import { type Html, html, type Piece } from "@inlay/sandbox-kit/html"

import { historyOf } from "../git/commits.ts"
import type { Commit, TreeEntry } from "../git/store.ts"
import { entryAt } from "../git/trees.ts"
import { encodePath } from "../records/urls.ts"
import { forksOf, pageFrame } from "./frame.ts"
import { icon } from "./icons.ts"
import { prose } from "./prose.ts"
import type { PageContent } from "./shell.ts"
import type { Site } from "./site.ts"
import { ago } from "./times.ts"

interface Spot {
  readonly ref: string
  readonly commit: Commit
  readonly path: string
}

/** Splits a path such as `feature/a/b/src/x.ts` into the longest branch or tag that it begins with, and a file path. */
const spotOf = ({ repository }: Site, rest: string): Spot | undefined => {
  const { commits, refs } = repository.git
  const names = [...refs.keys()].map((ref) => ref.replace(/^refs\/(heads|tags)\//, ""))
  const ref = names
    .filter((name) => rest === name || rest.startsWith(`${name}/`))
    .reduce<string | undefined>(
      (best, name) => (best === undefined || name.length > best.length ? name : best),
      undefined
    )
  const commit = commits.get(refs.get(`refs/heads/${ref}`) ?? refs.get(`refs/tags/${ref}`) ?? "")
  if (ref === undefined || commit === undefined) return undefined
  return { ref, commit, path: rest.slice(ref.length + 1) }
}

const isFolder = ({ mode }: TreeEntry): boolean => mode === "040000"

/** The newest commit that changed the path. */
const lastChange = ({ repository }: Site, { commit }: Spot, path: string): Commit => {
  const { git } = repository
  const history = historyOf(git, commit.sha)
  const shaIn = (one: Commit | undefined) => (one === undefined ? undefined : entryAt(git, one.tree, path)?.sha)
  return history.find((one) => shaIn(one) !== shaIn(git.commits.get(one.parents[0] ?? ""))) ?? commit
}

const entryRow = (site: Site, spot: Spot, entry: TreeEntry): Html => {
  const path = spot.path === "" ? entry.name : `${spot.path}/${entry.name}`
  const href = `${site.root}/${isFolder(entry) ? "tree" : "blob"}/${encodePath(`${spot.ref}/${path}`)}`
  const change = lastChange(site, spot, path)
  return html`<li>
    ${isFolder(entry) ? icon("folder", "folder") : icon("file", "faint")}
    <span class="cut"
      ><a href="${href}">${entry.name}</a> <span class="faint">${change.message.split("\n")[0]}</span></span
    >
    ${ago(change.committer.date, site.today)}
  </li>`
}

const crumbs = ({ repository, root }: Site, { path, ref }: Spot): Piece => {
  if (path === "") return null
  const names = path.split("/")
  const below = names.map((name, index) => {
    const inner = encodePath(`${ref}/${names.slice(0, index + 1).join("/")}`)
    return index === names.length - 1
      ? html` / <strong>${name}</strong>`
      : html` / <a href="${root}/tree/${inner}">${name}</a>`
  })
  return html`<span><a href="${root}/tree/${encodePath(ref)}">${repository.name}</a>${below}</span>`
}

const refLine = (site: Site, spot: Spot): Html => {
  const { refs } = site.repository.git
  const branches = [...refs.keys()].filter((name) => name.startsWith("refs/heads/")).length
  const tags = [...refs.keys()].filter((name) => name.startsWith("refs/tags/")).length
  return html`<div class="refline">
    <span class="button">${icon("branch")}<span class="ref">${spot.ref}</span></span>
    ${crumbs(site, spot)}
    <span class="faint"
      >${branches} ${branches === 1 ? "branch" : "branches"} · ${tags} ${tags === 1 ? "tag" : "tags"}</span
    >
  </div>`
}

const counterOf = (count: number, one: string, more: string): Html => html`<b>${count}</b> ${count === 1 ? one : more}`

const about = (site: Site): Html => {
  const { repository } = site
  const { description, homepage, language, license, stars, topics, watchers } = repository
  return html`<aside>
    <section>
      <h2>About</h2>
      <p>${description ?? "Nothing is said of it."}</p>
      ${
        topics.length > 0 &&
        html`<ul class="topics">
          ${topics.map((topic) => html`<li>${topic}</li>`)}
        </ul>`
      }
      <ul class="facts">
        ${homepage !== null && html`<li>${icon("link")}<span class="cut">${homepage}</span></li>`}
        ${license !== null && html`<li>${icon("law")}${license.toUpperCase()} license</li>`}
        <li>${icon("star")}${counterOf(stars.size, "star", "stars")}</li>
        <li>${icon("eye")}<b>${watchers.size}</b> watching</li>
        <li>${icon("fork")}${counterOf(forksOf(site), "fork", "forks")}</li>
      </ul>
    </section>
    ${
      language !== null &&
      html`<section>
        <h2>Language</h2>
        <p>${language}</p>
      </section>`
    }
  </aside>`
}

const textOf = ({ repository }: Site, sha: string): string | undefined => {
  const content = repository.git.blobs.get(sha)
  return content === undefined || content.includes(0) ? undefined : content.toString("utf8")
}

const readmeCard = (site: Site, entries: ReadonlyArray<TreeEntry>): Piece => {
  const readme = entries.find((entry) => !isFolder(entry) && /^readme(\.|$)/i.test(entry.name))
  const text = readme === undefined ? undefined : textOf(site, readme.sha)
  return (
    text !== undefined &&
    html`<section class="card">
      <header><h2>${readme?.name}</h2></header>
      <div class="prose" id="readme">${prose(text)}</div>
    </section>`
  )
}

const emptyPage = (site: Site): PageContent => ({
  title: site.name,
  main: pageFrame(
    site,
    "Code",
    html`<div class="card empty"><h2>Nothing has been pushed yet</h2></div>
      ${about(site)}`
  )
})

const folderPage = (site: Site, spot: Spot, tree: string): PageContent => {
  const entries = site.repository.git.trees.get(tree) ?? []
  const inOrder = [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))]
  const { committer, message, sha } = spot.commit
  const list = html`<section class="card">
    <header>
      <span class="cut"><strong>${spot.commit.author.name}</strong> ${message.split("\n")[0]}</span>
      <span class="faint"><code>${sha.slice(0, 7)}</code> · ${ago(committer.date, site.today)}</span>
    </header>
    <ul class="files">
      ${inOrder.map((entry) => entryRow(site, spot, entry))}
    </ul>
  </section>`
  return {
    title:
      spot.path === ""
        ? `${site.name}: ${site.repository.description ?? ""}`
        : `${spot.path} at ${spot.ref} · ${site.name}`,
    main: pageFrame(
      site,
      "Code",
      html`<div class="stack">${refLine(site, spot)}${list}${readmeCard(site, entries)}</div>
        ${about(site)}`
    )
  }
}

const filePage = (site: Site, spot: Spot, entry: TreeEntry): PageContent => {
  const text = textOf(site, entry.sha)
  const bytes = site.repository.git.blobs.get(entry.sha)?.length ?? 0
  const lines = text === undefined ? "binary" : `${text.split("\n").length - 1} lines`
  const body = html`<div class="stack">
    ${refLine(site, spot)}
    <section class="card">
      <header>
        <h2>${entry.name}</h2>
        <span class="faint">${lines} · ${bytes} bytes</span>
      </header>
      ${text === undefined ? html`<p class="empty faint">This file is not text.</p>` : html`<pre class="source">${text}</pre>`}
    </section>
  </div>`
  return { title: `${spot.path} at ${spot.ref} · ${site.name}`, main: pageFrame(site, "Code", body) }
}

/** `rest` is a ref and a path, or empty for the default branch. Returns undefined if nothing is there. */
export const codePage = (site: Site, rest: string): PageContent | undefined => {
  const spot = spotOf(site, rest === "" ? site.repository.defaultBranch : rest)
  if (spot === undefined) return rest === "" ? emptyPage(site) : undefined
  const entry = entryAt(site.repository.git, spot.commit.tree, spot.path)
  if (entry === undefined) return undefined
  return isFolder(entry) ? folderPage(site, spot, entry.sha) : filePage(site, spot, entry)
}
