// Builds gist records: lists omit the file contents; a single gist includes them up to a limit.
// Source: https://docs.github.com/en/rest/gists/gists#truncation

import { accountById } from "../accounts/accounts.ts"
import type { Context } from "../frame/context.ts"
import { nodeId } from "../records/node-id.ts"
import { simpleUser } from "../records/user.ts"
import { filesOf, type Gist, lineChanges, type Version } from "./gists.ts"

const maxFileBytes = 1_000_000
const maxFiles = 300

const kinds: Readonly<Record<string, readonly [type: string, language: string | null]>> = {
  md: ["text/markdown", "Markdown"],
  rb: ["application/x-ruby", "Ruby"],
  py: ["application/x-python", "Python"],
  js: ["application/javascript", "JavaScript"],
  ts: ["application/typescript", "TypeScript"],
  json: ["application/json", "JSON"],
  sh: ["application/x-sh", "Shell"],
  txt: ["text/plain", "Text"]
}

/** The path of a file's `raw_url`. */
const rawPath = ({ id }: Gist, sha: string, name: string): string =>
  `/gists/${id}/raw/${sha}/${encodeURIComponent(name)}`

const firstBytes = (text: string): string => Buffer.from(text).subarray(0, maxFileBytes).toString("utf8")

const fileRecord = ({ urls }: Context, gist: Gist, version: Version, name: string, text: string) => {
  const [type, language] = kinds[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? ["text/plain", null]
  return {
    filename: name,
    type,
    ...(language === null ? {} : { language }),
    raw_url: `${urls.web}${rawPath(gist, version.sha, name)}`,
    size: Buffer.byteLength(text)
  }
}

const common = (context: Context, gist: Gist) => {
  const { urls, world } = context
  const url = `${urls.api}/gists/${gist.id}`
  return {
    url,
    forks_url: `${url}/forks`,
    commits_url: `${url}/commits`,
    id: gist.id,
    node_id: nodeId("G", gist.count),
    git_pull_url: `${urls.web}/gists/${gist.id}.git`,
    git_push_url: `${urls.web}/gists/${gist.id}.git`,
    html_url: `${urls.web}/gists/${gist.id}`,
    public: gist.isPublic,
    created_at: gist.createdAt,
    updated_at: gist.updatedAt,
    description: gist.description,
    comments: 0,
    comments_enabled: true,
    user: null,
    comments_url: `${url}/comments`,
    owner: simpleUser(urls, accountById(world, gist.ownerId)),
    truncated: filesOf(gist).size > maxFiles
  }
}

/** A gist in a list. */
export const baseGist = (context: Context, gist: Gist) => {
  const version = gist.versions[0]
  const files =
    version === undefined
      ? []
      : [...filesOf(gist)].map(([name, text]) => fileRecord(context, gist, version, name, text))
  return { ...common(context, gist), files: Object.fromEntries(files.map((file) => [file.filename, file])) }
}

export const commitRecord = (context: Context, { id }: Gist, version: Version) => {
  const { additions, deletions } = lineChanges(version)
  return {
    user: simpleUser(context.urls, accountById(context.world, version.authorId)),
    version: version.sha,
    committed_at: version.at,
    change_status: { total: additions + deletions, additions, deletions },
    url: `${context.urls.api}/gists/${id}/${version.sha}`
  }
}

/** A single gist in the given version. */
export const gistRecord = (context: Context, gist: Gist, version: Version) => {
  const files = [...version.files].slice(0, maxFiles).map(([name, text]) => ({
    ...fileRecord(context, gist, version, name, text),
    truncated: Buffer.byteLength(text) > maxFileBytes,
    content: firstBytes(text),
    encoding: "utf-8"
  }))
  return {
    ...common(context, gist),
    url: version === gist.versions[0] ? common(context, gist).url : `${common(context, gist).url}/${version.sha}`,
    files: Object.fromEntries(files.map((file) => [file.filename, file])),
    forks: [],
    history: gist.versions.map((one) => commitRecord(context, gist, one))
  }
}
