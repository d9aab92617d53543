import type { Walk } from "./send.ts"

export const gists: Walk = async (send) => {
  const files = { "one.md": { content: "# One" }, "two.txt": { content: "two" } }
  const gist = await send(201, "POST /gists", { body: { description: "From the walk", files, public: true } })
  await send(201, "POST /gists", { body: { files: { "secret.txt": { content: "hidden" } } } })
  await send(422, "POST /gists", { body: { description: "without files" } })
  await send(422, "POST /gists", { body: { files: {} } })
  const at = `/gists/${gist.at("id")}`
  await send(200, `GET ${at}`)
  await send(200, `PATCH ${at}`, {
    body: {
      description: "Changed",
      files: { "one.md": { filename: "uno.md" }, "two.txt": null, "three.txt": { content: "3" } }
    }
  })
  await send(422, `PATCH ${at}`, { body: { files: { "uno.md": null, "three.txt": null } } })
  await send(200, `GET ${at}/commits`)
  const original = await send(200, `GET ${at}`)
  await send(200, `GET ${at}/${original.at("history.0.version")}`)
  await send(404, `GET ${at}/${"0".repeat(40)}`)
  await send(200, "GET /gists")
  await send(200, "GET /gists/public?per_page=1")
  await send(204, `DELETE ${at}`)
  await send(404, `GET ${at}`)
  await send(404, "GET /gists/no-such-gist")
  await send(404, "PATCH /gists/no-such-gist", { body: { description: "Nowhere" } })
  await send(200, "GET /users/mona/gists")
  await send(200, "GET /users/mona/gists?per_page=1&since=2020-01-01T00:00:00Z")
  await send(404, "GET /users/no-such-user/gists")
}
