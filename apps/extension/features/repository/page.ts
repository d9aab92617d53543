/** Determines which repository an address shows. Pure: popup and worker share it. */
import { detect } from "@inlay/codehost/detect"

export interface RepositoryPlace {
  readonly owner: string
  readonly repo: string
  /** Identifies the repository across all hosts. */
  readonly key: string
  /** Lists that the page itself shows. */
  readonly shows: ReadonlyArray<"runs">
}

/** @param hosts of code hosts' pages, as `detect` takes them */
export const placeAt = (address: string, hosts: ReadonlyArray<string>): RepositoryPlace | undefined => {
  const resource = detect(address, hosts)
  if (resource === undefined) return undefined
  const { owner, repo } = resource
  const { host, pathname } = new URL(address)
  const isRuns = new RegExp(`/${repo}(?:\\.git)?/actions(?:/|$)`, "i").test(pathname)
  return { owner, repo, key: `${host}/${owner}/${repo}`.toLowerCase(), shows: isRuns ? ["runs"] : [] }
}
