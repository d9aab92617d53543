// Routes that create, read, update and delete gists. Anyone who knows the id of a secret gist can read it, but lists
// show it only to its owner.
// Source: https://docs.github.com/en/rest/gists/gists

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"

import { findAccount } from "../accounts/accounts.ts"
import { type Context, param, type Routes, viewerOf } from "../frame/context.ts"
import { invalidRequest, notFound, validationFailed } from "../frame/errors.ts"
import { nullableText } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { changedFiles, type FileChanges, type Files, filesOf, type Gist, type Version } from "./gists.ts"
import { baseGist, commitRecord, gistRecord } from "./records.ts"

const noFiles = () => validationFailed({ resource: "Gist", code: "missing_field", field: "files" })

const storeOf = ({ world }: Context) => world.gists

const gistOf = (context: Context): Gist => {
  const gist = storeOf(context).find(param(context, "gist_id"))
  if (gist === undefined) throw notFound()
  return gist
}

/** The gist to be changed. Fails with 404 if it belongs to someone else. */
const ownGistOf = (context: Context): Gist => {
  const gist = gistOf(context)
  if (gist.ownerId !== viewerOf(context).id) throw notFound()
  return gist
}

const newestOf = (gist: Gist): Version => {
  const [version] = gist.versions
  if (version === undefined) throw notFound()
  return version
}

const newFiles = (body: JsonObject): Files => {
  const { files } = body
  if (files === undefined) throw invalidRequest('"files" wasn\'t supplied.')
  if (!isObject(files)) throw invalidRequest(`For 'properties/files', ${JSON.stringify(files)} is not an object.`)
  const entries = Object.entries(files).map(([name, file]) => {
    const content = isObject(file) ? file["content"] : undefined
    if (typeof content !== "string" || content === "") throw noFiles()
    return [name, content] as const
  })
  if (entries.length === 0) throw noFiles()
  return new Map(entries)
}

const isPublic = ({ public: value = false }: JsonObject): boolean => {
  if (typeof value === "boolean") return value
  if (value === "true" || value === "false") return value === "true"
  throw invalidRequest(`For 'properties/public', ${JSON.stringify(value)} is not a boolean.`)
}

const create = (context: Context): Reply => {
  const { body, stamp } = context
  const properties = {
    ownerId: viewerOf(context).id,
    isPublic: isPublic(body),
    description: nullableText(body, "description") ?? null
  }
  const gist = storeOf(context).add(properties, newFiles(body), stamp())
  const record = gistRecord(context, gist, newestOf(gist))
  return created(record, record.url)
}

const changesIn = ({ files }: JsonObject): FileChanges => {
  if (files === undefined || files === null) return new Map()
  if (!isObject(files)) throw invalidRequest(`For 'properties/files', ${JSON.stringify(files)} is not an object.`)
  return new Map(
    Object.entries(files).map(([name, change]) => {
      if (!isObject(change)) {
        if (change === null) return [name, null]
        throw invalidRequest(`For 'properties/files/${name}', ${JSON.stringify(change)} is not an object.`)
      }
      const { content, filename } = change
      return [
        name,
        {
          name: typeof filename === "string" && filename !== "" ? filename : name,
          content: typeof content === "string" ? content : undefined
        }
      ]
    })
  )
}

const update = (context: Context): Reply => {
  const { body, stamp } = context
  const gist = ownGistOf(context)
  const files = changedFiles(filesOf(gist), changesIn(body))
  if (files === undefined) throw noFiles()
  const description = nullableText(body, "description")
  storeOf(context).change(
    gist,
    gist.ownerId,
    files,
    description === undefined ? gist.description : description,
    stamp()
  )
  return ok(gistRecord(context, gist, newestOf(gist)))
}

const list = (context: Context, isShown: (gist: Gist) => boolean): Reply => {
  const since = Date.parse(context.query.get("since") ?? "")
  const isRecent = ({ updatedAt }: Gist): boolean => Number.isNaN(since) || Date.parse(updatedAt) >= since
  const gists = storeOf(context)
    .all()
    .filter((gist) => isShown(gist) && isRecent(gist))
  return paginate(context, gists, (gist) => baseGist(context, gist))
}

const listForUser = (context: Context): Reply => {
  const account = findAccount(context.world, param(context, "username"))
  if (account === undefined) throw notFound()
  const isOwn = context.viewer?.id === account.id
  return list(context, ({ isPublic: isVisible, ownerId }) => ownerId === account.id && (isVisible || isOwn))
}

/** Lists the caller's gists, or all public gists if the caller is not signed in. */
const listOwn = (context: Context): Reply =>
  list(context, ({ isPublic: isVisible, ownerId }) =>
    context.viewer === undefined ? isVisible : ownerId === context.viewer.id
  )

const getVersion = (context: Context): Reply => {
  const gist = gistOf(context)
  const version = gist.versions.find(({ sha }) => sha === param(context, "sha"))
  if (version === undefined) throw notFound()
  return ok(gistRecord(context, gist, version))
}

const write = { permission: "gists=write", scopes: ["gist"] }

export const gistRoutes: Routes = {
  "GET /gists": { run: listOwn },
  "POST /gists": { run: create, ...write },
  "GET /gists/public": { run: (context) => list(context, ({ isPublic: isVisible }) => isVisible) },
  "GET /gists/{gist_id}": { run: (context) => ok(gistRecord(context, gistOf(context), newestOf(gistOf(context)))) },
  "PATCH /gists/{gist_id}": { run: update, ...write },
  "DELETE /gists/{gist_id}": {
    run: (context) => {
      storeOf(context).remove(ownGistOf(context))
      return noContent
    },
    ...write
  },
  "GET /gists/{gist_id}/commits": {
    run: (context) => {
      const gist = gistOf(context)
      return paginate(context, gist.versions, (version) => commitRecord(context, gist, version))
    }
  },
  "GET /gists/{gist_id}/{sha}": { run: getVersion },
  "GET /users/{username}/gists": { run: listForUser }
}
