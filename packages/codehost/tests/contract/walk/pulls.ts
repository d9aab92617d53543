import type { Send, Walk } from "./send.ts"

/** Creates a branch of acme/widgets with a commit of its own. */
export const branchWithWork = async (send: Send, name: string): Promise<void> => {
  const main = await send(200, "GET /repos/acme/widgets/git/ref/heads/main")
  const ref = { ref: `refs/heads/${name}`, sha: main.at("object.sha") }
  await send(201, "POST /repos/acme/widgets/git/refs", { body: ref })
  const content = Buffer.from("one\ntwo\nthree\n").toString("base64")
  const file = { message: "Work", content, branch: name }
  await send(201, `PUT /repos/acme/widgets/contents/${name}.txt`, { body: file })
}

export const pulls: Walk = async (send) => {
  const widgets = "/repos/acme/widgets"
  await send(200, `GET ${widgets}/pulls`)
  const list = await send(200, `GET ${widgets}/pulls?state=all&base=main&sort=updated&direction=desc&per_page=2`)
  await send(200, `GET ${widgets}/pulls/${list.at("0.number")}`)
  await send(404, `GET ${widgets}/pulls/999999`)

  await branchWithWork(send, "pulls/walk/one")
  await branchWithWork(send, "pulls/walk/two")
  const body = { title: "From the walk", head: "pulls/walk/one", base: "main", body: "Text" }
  const pull = await send(201, `POST ${widgets}/pulls`, { body })
  await send(422, `POST ${widgets}/pulls`, { body })
  await send(422, `POST ${widgets}/pulls`, { body: { title: "No base", head: "pulls/walk/one" } })
  await send(422, `POST ${widgets}/pulls`, { body: { ...body, head: "no-such-branch" } })
  const draft = await send(201, `POST ${widgets}/pulls`, { body: { ...body, head: "pulls/walk/two", draft: true } })

  const at = `${widgets}/pulls/${pull.at("number")}`
  await send(200, `GET ${at}`)
  await send(200, `PATCH ${at}`, { body: { title: "Changed", body: "More" } })
  await send(200, `PATCH ${at}`, { body: { state: "closed" } })
  await send(200, `PATCH ${at}`, { body: { state: "open" } })
  await send(422, `PATCH ${at}`, { body: { base: "no-such-branch" } })
  await send(404, `PATCH ${widgets}/pulls/999999`, { body: { title: "Nowhere" } })

  await send(200, `GET ${at}/requested_reviewers`)
  await send(201, `POST ${at}/requested_reviewers`, { body: { reviewers: ["hubot"] } })
  await send(200, `GET ${at}/requested_reviewers`)
  await send(422, `POST ${at}/requested_reviewers`, { body: { reviewers: ["no-such-user"] } })
  await send(200, `DELETE ${at}/requested_reviewers`, { body: { reviewers: ["hubot"] } })
  await send(200, `GET ${at}/commits`)
  await send(200, `GET ${at}/files`)
  await send(422, `PUT ${at}/update-branch`, { body: {} })
  const file = { message: "Meanwhile", content: Buffer.from("main\n").toString("base64") }
  await send(201, `PUT ${widgets}/contents/meanwhile.txt`, { body: file })
  await send(202, `PUT ${at}/update-branch`, { body: {} })

  await send(405, `PUT ${widgets}/pulls/${draft.at("number")}/merge`, { body: {} })
  await send(409, `PUT ${at}/merge`, { body: { sha: "0".repeat(40) } })
  await send(200, `PUT ${at}/merge`, { body: { merge_method: "squash", commit_title: "Merge the walk" } })
  await send(405, `PUT ${at}/merge`, { body: {} })
  await send(204, `GET ${at}/merge`)
  await send(404, `GET ${widgets}/pulls/${draft.at("number")}/merge`)
  await send(404, `PUT ${widgets}/pulls/999999/merge`, { body: {} })
}
