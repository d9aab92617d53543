import type { Walk } from "./send.ts"

const base64 = (text: string): string => Buffer.from(text).toString("base64")

export const contents: Walk = async (send) => {
  const widgets = "/repos/acme/widgets/contents"
  await send(200, `GET ${widgets}/`)
  await send(200, `GET ${widgets}/README.md`)
  await send(200, `GET ${widgets}/README.md?ref=feature/a/b`)
  await send(200, `GET ${widgets}/README.md`, { accept: "application/vnd.github.raw+json" })
  await send(200, `GET ${widgets}/README.md`, { accept: "application/vnd.github.object+json" })
  await send(200, `GET ${widgets}/`, { accept: "application/vnd.github.object+json" })
  await send(404, `GET ${widgets}/no/such/file`)
  await send(404, `GET ${widgets}/README.md?ref=no-such-branch`)

  await send(200, "GET /repos/acme/widgets/readme")
  const blob = `/repos/acme/widgets/git/blobs/${(await send(200, `GET ${widgets}/README.md`)).at("sha")}`
  await send(200, `GET ${blob}`)
  await send(200, `GET ${blob}`, { accept: "application/vnd.github.raw+json" })
  await send(404, `GET /repos/acme/widgets/git/blobs/${"0".repeat(40)}`)

  const dotfiles = "/repos/mona/dotfiles/contents"
  await send(200, `GET ${dotfiles}/bin/hi`)
  await send(200, `GET ${dotfiles}/docs/hosts`)
  await send(200, `GET ${dotfiles}/docs/hosts`, { accept: "application/vnd.github.raw+json" })
  await send(200, `GET ${dotfiles}/docs`)
  await send(200, `GET ${dotfiles}/vendor`)
  await send(200, `GET ${dotfiles}/vendor/theme`)

  const file = `${widgets}/walk/a%20file.md`
  const write = { message: "Write a file", content: base64("one\n") }
  const creation = await send(201, `PUT ${file}`, { body: write })
  const sha = creation.at("content.sha")
  await send(422, `PUT ${file}`, { body: write })
  await send(409, `PUT ${file}`, { body: { ...write, content: base64("two\n"), sha: "0".repeat(40) } })
  await send(422, `PUT ${widgets}/walk/b.md`, { body: { content: base64("no message") } })
  await send(422, `PUT ${widgets}/walk/b.md`, { body: { message: "Not base64", content: "***" } })
  const signature = { name: "Mona", email: "mona@example.com", date: "2026-02-03T04:05:06Z" }
  const update = await send(200, `PUT ${file}`, {
    body: {
      message: "Change it",
      content: base64("two\n"),
      sha,
      branch: "main",
      author: signature,
      committer: signature
    }
  })
  await send(409, `DELETE ${file}`, { body: { message: "Delete what it was", sha } })
  await send(422, `DELETE ${file}`, { body: { message: "Without its sha" } })
  await send(200, `DELETE ${file}`, { body: { message: "Delete it", sha: update.at("content.sha") } })
  await send(404, `DELETE ${file}`, { body: { message: "Delete it again", sha } })
}
