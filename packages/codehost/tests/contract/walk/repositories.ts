import type { Walk } from "./send.ts"

export const repositories: Walk = async (send) => {
  await send(200, "GET /repos/acme/widgets")
  await send(200, "GET /repos/acme/gadgets")
  await send(404, "GET /repos/acme/gadgets", { token: "" })
  await send(200, "GET /user/repos")
  await send(200, "GET /user/repos?per_page=1&page=2&sort=full_name")
  await send(422, "GET /user/repos?type=owner&visibility=all")

  const settings = { name: "contract-walk", description: "Made by the walk", private: true, auto_init: true }
  await send(201, "POST /user/repos", { body: settings })
  await send(422, "POST /user/repos", { body: settings })
  await send(422, "POST /user/repos", { body: { description: "without a name" } })
  await send(201, "POST /orgs/acme/repos", { body: { ...settings, has_issues: true } })
  await send(422, "POST /orgs/acme/repos", { body: settings })
  await send(404, "POST /orgs/no-such-organization/repos", { body: settings })

  await send(200, "GET /users/mona/repos?type=owner")
  await send(200, "GET /orgs/acme/repos?sort=created&per_page=1")
  const made = "/repos/mona/contract-walk"
  await send(200, `PATCH ${made}`, { body: { description: "Changed", has_wiki: false } })
  await send(422, `PATCH ${made}`, { body: { default_branch: "no-such-branch" } })
  await send(200, `PUT ${made}/topics`, { body: { names: ["walk"] } })
  await send(422, `PUT ${made}/topics`, { body: {} })
  await send(200, `GET ${made}/topics`)
  await send(200, `PATCH ${made}`, { body: { name: "contract-walked" } })
  await send(301, `GET ${made}`)
  await send(204, "DELETE /repos/mona/contract-walked")
  await send(404, "GET /repos/mona/contract-walked")
  await send(200, "GET /repos/acme/widgets/forks")
  await send(202, "POST /repos/acme/widgets/forks", { body: { name: "walked-widgets" } })

  await send(200, "GET /repos/acme/widgets/stargazers")
  await send(200, "GET /repos/acme/widgets/stargazers", { accept: "application/vnd.github.star+json" })
  await send(200, "GET /repos/acme/widgets/subscribers")
  const subscription = "/repos/acme/widgets/subscription"
  await send(200, `PUT ${subscription}`, { body: { subscribed: true, ignored: false } })
  await send(200, `GET ${subscription}`)
  await send(204, `DELETE ${subscription}`)
  await send(404, `GET ${subscription}`)
  await send(200, "GET /user/starred")
  await send(200, "GET /user/starred", { accept: "application/vnd.github.star+json" })
  await send(200, "GET /users/ada/starred")
  await send(204, "PUT /user/starred/acme/widgets")
  await send(204, "GET /user/starred/acme/widgets")
  await send(404, "GET /user/starred/mona/no-such-repository")
  await send(204, "DELETE /user/starred/acme/widgets")
  await send(404, "GET /user/starred/acme/widgets")
  await send(404, "PUT /user/starred/mona/no-such-repository")
}
