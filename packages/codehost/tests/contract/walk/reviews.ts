import { branchWithWork } from "./pulls.ts"
import { maintainer, type Walk } from "./send.ts"

/** Reviews of a pull request and the comments in them. */
export const reviews: Walk = async (send) => {
  const widgets = "/repos/acme/widgets/pulls"
  await branchWithWork(send, "reviews/walk")
  const pull = { title: "To be reviewed", head: "reviews/walk", base: "main" }
  const at = `${widgets}/${(await send(201, `POST ${widgets}`, { body: pull })).at("number")}`

  const comments = [{ path: "reviews/walk.txt", line: 2, side: "RIGHT", body: "Why two?" }]
  const answer = await send(200, `POST ${at}/reviews`, { body: { body: "Fine", event: "COMMENT", comments } })
  const review = `${at}/reviews/${answer.at("id")}`
  await send(422, `POST ${at}/reviews`, { body: { event: "REQUEST_CHANGES" } })
  await send(422, `POST ${at}/reviews`, { body: { event: "APPROVE" } })
  await send(200, `GET ${at}/reviews`)
  await send(200, `GET ${at}/reviews?per_page=1`)
  await send(200, `GET ${review}`)
  await send(404, `GET ${at}/reviews/1`)
  await send(200, `PUT ${review}`, { body: { body: "Fine, but" } })
  await send(200, `GET ${review}/comments`)
  await send(422, `DELETE ${review}`)

  const pending = await send(200, `POST ${at}/reviews`, { body: { body: "Later" } })
  await send(200, `POST ${at}/reviews/${pending.at("id")}/events`, { body: { event: "COMMENT" } })
  const second = await send(200, `POST ${at}/reviews`, { body: { body: "Never" } })
  await send(200, `DELETE ${at}/reviews/${second.at("id")}`)
  const approval = await send(200, `POST ${at}/reviews`, { body: { event: "APPROVE" }, token: maintainer.token })
  const dismissal = { message: "Not yet", event: "DISMISS" }
  await send(200, `PUT ${at}/reviews/${approval.at("id")}/dismissals`, { body: dismissal })

  const head = (await send(200, `GET ${at}`)).at("head.sha")
  const line = { body: "Here", commit_id: head, path: "reviews/walk.txt", line: 1, side: "RIGHT" }
  const newComment = await send(201, `POST ${at}/comments`, { body: line })
  await send(422, `POST ${at}/comments`, { body: { ...line, path: "no/such/file" } })
  await send(200, `GET ${at}/comments`)
  await send(201, `POST ${at}/comments/${newComment.at("id")}/replies`, { body: { body: "There" } })
  await send(404, `POST ${at}/comments/1/replies`, { body: { body: "Nowhere" } })
  const comment = `${widgets}/comments/${newComment.at("id")}`
  await send(200, `GET ${widgets}/comments?sort=updated`)
  await send(200, `GET ${comment}`)
  await send(200, `PATCH ${comment}`, { body: { body: "Here too" } })
  await send(204, `DELETE ${comment}`)
  await send(404, `GET ${comment}`)
}
