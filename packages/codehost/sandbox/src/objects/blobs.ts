// Routes for git blobs.
// Source: https://docs.github.com/en/rest/git/blobs

import { checkSize, fromBase64 } from "../contents/input.ts"
import { tooLarge } from "../contents/read.ts"
import { base64Lines } from "../contents/records.ts"
import { type Context, param, repositoryOf } from "../frame/context.ts"
import { notFound, unprocessable } from "../frame/errors.ts"
import { optionalChoice, optionalText, requireFields } from "../frame/fields.ts"
import { created, ok, type Reply, textReply } from "../frame/reply.ts"
import { writeBlob } from "../git/store.ts"
import { gitNodeId, type Site, siteOf } from "../records/commit.ts"
import { nonEmptyRepository } from "./non-empty.ts"

const blobRecord = ({ repository, url }: Site, sha: string, content: Buffer) => ({
  sha,
  node_id: gitNodeId("B", repository, sha),
  size: content.length,
  url: `${url}/git/blobs/${sha}`,
  content: base64Lines(content),
  encoding: "base64"
})

export const getBlob = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const sha = param(context, "file_sha")
  const content = repository.git.blobs.get(sha)
  if (content === undefined) throw notFound()
  if (content.length > context.state.settings.largestBlobBytes) throw tooLarge()
  if (context.media.param === "raw") return textReply(context, content)
  return ok(blobRecord(siteOf(context.world, context.urls, repository), sha, content))
}

const contentIn = (context: Context): Buffer => {
  const { body } = context
  requireFields(body, "content")
  const text = optionalText(body, "content") ?? ""
  const encoding = optionalChoice(body, "encoding", ["utf-8", "base64"]) ?? "utf-8"
  const content = encoding === "utf-8" ? Buffer.from(text) : fromBase64(text)
  if (content === undefined) throw unprocessable("content is not valid Base64")
  return checkSize(context, content)
}

export const createBlob = (context: Context): Reply => {
  const repository = nonEmptyRepository(context, "push")
  const sha = writeBlob(repository.git, contentIn(context))
  const url = `${siteOf(context.world, context.urls, repository).url}/git/blobs/${sha}`
  return created({ sha, url }, url)
}
