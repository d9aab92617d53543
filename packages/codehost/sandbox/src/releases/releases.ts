// Releases: a tag with a description and files.

export interface Asset {
  readonly id: number
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly downloads: number
}

export interface Release {
  readonly id: number
  readonly repositoryId: number
  tag: string
  /** A branch or commit. If the tag does not exist, it is created there. */
  target: string
  name: string | null
  body: string | null
  draft: boolean
  prerelease: boolean
  readonly authorId: number
  readonly createdAt: string
  /** Null for a draft. */
  publishedAt: string | null
  readonly assets: ReadonlyArray<Asset>
}

export type Releases = Map<number, Release>

/** Releases of a repository, newest first. */
export const releasesOf = (
  { releases }: { readonly releases: Releases },
  repositoryId: number
): ReadonlyArray<Release> =>
  [...releases.values()]
    .filter((release) => release.repositoryId === repositoryId)
    .toSorted((one, other) =>
      one.createdAt === other.createdAt ? other.id - one.id : one.createdAt < other.createdAt ? 1 : -1
    )
