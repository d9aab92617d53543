// Media types: parses the `accept` header and describes the media type of the response.
// Source: https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types

import { Refusal } from "./errors.ts"

export interface Media {
  /** The requested type, such as `application/vnd.github.raw+json`. */
  readonly type: string
  /** `raw`, `html`, `text`, `full`, `diff`, `patch`, `sha`, `object`, `base64`, `star`, ...; empty for plain JSON. */
  readonly param: string
  /** The value of `x-github-media-type`. */
  readonly header: string
}

const vendor = /^application\/vnd\.github(?:\.(?<version>v3|beta))?(?:\.(?<param>[a-z0-9-]+))?(?<json>\+json)?$/

const plain: Media = { type: "application/json", param: "", header: "github.v3; format=json" }

const mediaOf = (type: string): Media | undefined => {
  if (type === "*/*" || type === "application/json" || type === "application/*") return plain
  const groups = vendor.exec(type)?.groups
  if (groups === undefined) return undefined
  const param = groups["param"] ?? ""
  if (param === "") return plain
  return { type, param, header: `github.v3; param=${param}${groups["json"] === undefined ? "" : "; format=json"}` }
}

const cache = new Map<string, Media>([["*/*", plain]])

/** The first type in the header that the service knows. Without an `accept` header, the response is JSON. */
export const readAccept = (header?: string): Media => {
  const accept = header === undefined || header === "" ? "*/*" : header
  const hit = cache.get(accept)
  if (hit !== undefined) return hit
  const types = accept.split(",").map((type) => type.split(";")[0]?.trim().toLowerCase() ?? "")
  const media = types.map(mediaOf).find((candidate) => candidate !== undefined)
  if (media === undefined) {
    throw new Refusal(415, `Unsupported 'Accept' header: ${JSON.stringify(types)}. Must accept 'application/json'.`, {
      documentation: "https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types"
    })
  }
  if (cache.size < 1000) cache.set(accept, media)
  return media
}

export const jsonType = "application/json; charset=utf-8"
/** The content type of a response that is not JSON, such as `application/vnd.github.raw+json; charset=utf-8`. */
export const mediaType = (param: string): string =>
  `application/vnd.github.${param}${param === "diff" || param === "patch" ? "" : "+json"}; charset=utf-8`
