// Pages of people and organizations with their repositories, and their avatars.

import { type Html, html } from "@inlay/sandbox-kit/html"
import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { type Account, findAccount } from "../accounts/accounts.ts"
import { fullName, reposOf, roleOf } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { icon } from "./icons.ts"
import type { PageContent } from "./shell.ts"

const row = (world: World, repository: ReturnType<typeof reposOf>[number]): Html =>
  html`<li>
    ${icon("repository")}<a class="title" href="/repo/${fullName(world, repository)}">${repository.name}</a>
    <span class="pill">${repository.private ? "Private" : "Public"}</span
    ><span class="meta">${repository.description}</span>
  </li>`

export const accountPage = (world: World, account: Account): PageContent => {
  const visitor = findAccount(world, "mona")
  const rows = reposOf(world, account)
    .filter((repository) => roleOf(world, repository, visitor) !== undefined)
    .map((repository) => row(world, repository))
  return {
    title: account.login,
    canonical: `/repo/${account.login}`,
    main: html`<div class="wide columns">
      <div class="stack">
        <h1>${account.name ?? account.login} <span class="faint">${account.login}</span></h1>
        <section class="card">
          <header><h2>Repositories</h2></header>
          <ul class="list">
            ${rows}
          </ul>
        </section>
      </div>
    </div>`
  }
}

/** A square with the first letter of the login, in a colour that depends on the account. */
export const avatar = ({ accounts }: World, id: string): Answer => {
  const account = accounts.byId.get(Number(id))
  if (account === undefined) return jsonAnswer(404, { message: "Not Found" })
  const hue = (account.id * 47) % 360
  const picture = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
    <rect width="40" height="40" fill="hsl(${hue} 45% 45%)" />
    <text x="20" y="27" font-family="sans-serif" font-size="20" text-anchor="middle" fill="#fff">
      ${account.login.slice(0, 1).toUpperCase()}
    </text>
  </svg>`
  return {
    status: 200,
    headers: { "content-type": "image/svg+xml", "x-content-type-options": "nosniff" },
    body: picture.text
  }
}
