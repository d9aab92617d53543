// Serves the raw text of a gist's file. Anyone who knows the URL can read it without signing in.

import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import type { World } from "../world.ts"

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** `path` has the form `ID/raw/VERSION/NAME`. */
export const rawGist = ({ gists }: World, path: string): Answer => {
  const [id = "", raw, sha, name = "", ...rest] = path.split("/")
  const version = gists.find(id)?.versions.find((one) => one.sha === sha)
  const text = version?.files.get(decode(name) ?? "")
  if (raw !== "raw" || rest.length > 0 || text === undefined) return jsonAnswer(404, { message: "Not Found" })
  return {
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    body: text
  }
}
