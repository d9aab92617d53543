import type { Walk } from "./send.ts"

export const git: Walk = async (send) => {
  const widgets = "/repos/acme/widgets"
  await send(200, `GET ${widgets}/branches`)
  await send(200, `GET ${widgets}/branches?protected=true`)
  await send(200, `GET ${widgets}/branches?per_page=1`)
  await send(200, `GET ${widgets}/branches/main`)
  await send(200, `GET ${widgets}/branches/feature/a/b`)
  await send(200, `GET ${widgets}/branches/feature%2Fa%2Fb`)
  await send(404, `GET ${widgets}/branches/no-such-branch`)

  const main = await send(200, `GET ${widgets}/git/ref/heads/main`)
  const sha = main.at("object.sha")
  await send(200, `GET ${widgets}/git/ref/heads/feature/a/b`)
  await send(404, `GET ${widgets}/git/ref/heads/no-such-branch`)
  await send(201, `POST ${widgets}/git/refs`, { body: { ref: "refs/heads/walk/new", sha } })
  await send(422, `POST ${widgets}/git/refs`, { body: { ref: "refs/heads/walk/new", sha } })
  await send(422, `POST ${widgets}/git/refs`, { body: { ref: "walk", sha } })
  await send(422, `POST ${widgets}/git/refs`, { body: { ref: "refs/heads/walk/other", sha: "0".repeat(40) } })
  await send(422, `POST ${widgets}/git/refs`, { body: { ref: "refs/heads/walk/other" } })

  await send(200, `GET ${widgets}/git/matching-refs/heads/walk`)
  await send(200, `GET ${widgets}/git/matching-refs/heads/no-such`)
  const ref = `${widgets}/git/refs/heads/walk/new`
  const commits = await send(200, `GET ${widgets}/commits`)
  const before = commits.at("1.sha")
  await send(422, `PATCH ${ref}`, { body: { sha: before } })
  await send(200, `PATCH ${ref}`, { body: { sha: before, force: true } })
  await send(422, `PATCH ${ref}`, { body: {} })
  await send(200, `GET ${widgets}/compare/main...walk/new`)
  await send(200, `GET ${widgets}/compare/walk/new...main`)
  await send(404, `GET ${widgets}/compare/main...no-such-branch`)
  await send(204, `DELETE ${ref}`)
  await send(422, `DELETE ${ref}`)
  await send(200, `GET ${widgets}/git/commits/${sha}`)
  await send(404, `GET ${widgets}/git/commits/${"0".repeat(40)}`)
  await send(200, `GET ${widgets}/tags`)

  await send(200, `GET ${widgets}/commits?sha=feature/a/b&path=README.md&per_page=1`)
  await send(200, `GET ${widgets}/commits?author=mona&since=2020-01-01T00:00:00Z&until=2040-01-01T00:00:00Z`)
  await send(404, `GET ${widgets}/commits?sha=no-such-branch`)
  await send(200, `GET ${widgets}/commits/${sha}`)
  await send(200, `GET ${widgets}/commits/main`)
  await send(200, `GET ${widgets}/commits/feature/a/b`)
  await send(200, `GET ${widgets}/commits/main`, { accept: "application/vnd.github.diff" })
  await send(200, `GET ${widgets}/commits/main`, { accept: "application/vnd.github.sha" })
  await send(422, `GET ${widgets}/commits/no-such-branch`)
}
