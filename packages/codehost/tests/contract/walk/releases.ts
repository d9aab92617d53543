import type { Walk } from "./send.ts"

export const releases: Walk = async (send) => {
  const widgets = "/repos/acme/widgets/releases"
  await send(200, `GET ${widgets}`)
  await send(200, `GET ${widgets}?per_page=1&page=2`)
  await send(200, `GET ${widgets}/latest`)
  await send(404, "GET /repos/mona/dotfiles/releases/latest")
  const body = { tag_name: "walk-1", name: "Walk", body: "Notes", prerelease: true }
  const release = await send(201, `POST ${widgets}`, { body })
  await send(422, `POST ${widgets}`, { body })
  await send(422, `POST ${widgets}`, { body: { name: "without a tag" } })
  const at = `${widgets}/${release.at("id")}`
  await send(200, `GET ${at}`)
  await send(200, `GET ${widgets}/tags/walk-1`)
  await send(404, `GET ${widgets}/tags/no-such-tag`)
  await send(200, `PATCH ${at}`, { body: { name: "Walked", prerelease: false } })
  await send(204, `DELETE ${at}`)
  await send(404, `GET ${at}`)
}
