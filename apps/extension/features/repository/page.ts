/** Determines which repository an address shows. Pure: popup and worker share it. */
import { repositoryAt } from "@inlay/codehost/detect"

export interface RepositoryPlace {
  readonly owner: string
  readonly repo: string
  /** Identifies the repository across all hosts. */
  readonly key: string
  /** Lists that the page itself shows. */
  readonly shows: ReadonlyArray<"runs">
}

/** @param hosts of code hosts' pages, as `repositoryAt` takes them */
export const placeAt = (address: string, hosts: ReadonlyArray<string>): RepositoryPlace | undefined => {
  const page = repositoryAt(address, hosts)
  if (page === undefined) return undefined
  const { owner, repo, rest } = page
  const key = `${new URL(address).host}/${owner}/${repo}`.toLowerCase()
  return { owner, repo, key, shows: rest[0]?.toLowerCase() === "actions" ? ["runs"] : [] }
}
