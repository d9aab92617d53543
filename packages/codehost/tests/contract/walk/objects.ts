import type { Walk } from "./send.ts"

export const objects: Walk = async (send) => {
  const git = "/repos/acme/widgets/git"
  const zeros = "0".repeat(40)
  const base = await send(200, `GET ${git}/trees/main`)
  await send(200, `GET ${git}/trees/main?recursive=1`)
  await send(200, `GET ${git}/trees/feature/a/b`)
  await send(404, `GET ${git}/trees/${zeros}`)
  await send(409, "GET /repos/mona/empty/git/trees/main")

  const blob = await send(201, `POST ${git}/blobs`, { body: { content: "b25lCg==", encoding: "base64" } })
  await send(201, `POST ${git}/blobs`, { body: { content: "two\n" } })
  await send(422, `POST ${git}/blobs`, { body: { content: "***", encoding: "base64" } })
  await send(409, "POST /repos/mona/empty/git/blobs", { body: { content: "" } })

  const file = { path: "walk/a", mode: "100644", type: "blob" }
  const tree = await send(201, `POST ${git}/trees`, {
    body: {
      base_tree: base.at("sha"),
      tree: [
        { ...file, sha: blob.at("sha") },
        { ...file, path: "walk/run", mode: "100755", content: "#!/bin/sh\n" },
        { ...file, path: "walk/link", mode: "120000", content: "a" },
        { ...file, path: "walk/module", mode: "160000", type: "commit", sha: "1".repeat(40) },
        { ...file, path: "LICENSE", sha: null }
      ]
    }
  })
  await send(422, `POST ${git}/trees`, { body: { tree: [{ ...file, sha: zeros }] } })
  await send(422, `POST ${git}/trees`, { body: { base_tree: zeros, tree: [{ ...file, content: "" }] } })

  const parent = (await send(200, `GET ${git}/ref/heads/main`)).at("object.sha")
  const signature = { name: "Mona", email: "mona@example.com", date: "2026-02-03T04:05:06Z" }
  const commit = await send(201, `POST ${git}/commits`, {
    body: { message: "Several", tree: tree.at("sha"), parents: [parent], author: signature, committer: signature }
  })
  await send(422, `POST ${git}/commits`, { body: { message: "m", tree: zeros } })
  await send(200, `GET ${git}/commits/${commit.at("sha")}`)
  await send(200, `PATCH ${git}/refs/heads/main`, { body: { sha: commit.at("sha") } })
  await send(200, "GET /repos/acme/widgets/commits/main")
  await send(200, "GET /repos/acme/widgets/contents/walk")
}
