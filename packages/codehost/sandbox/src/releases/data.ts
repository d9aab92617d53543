// Releases: a tag, with words and files.

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
  /** A branch or a commit; the tag is made there if there is none. */
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

/** By id. */
export type Releases = Map<number, Release>

/** The newest first. */
export const releasesOf = (
  { releases }: { readonly releases: Releases },
  repositoryId: number
): ReadonlyArray<Release> =>
  [...releases.values()]
    .filter((release) => release.repositoryId === repositoryId)
    .toSorted((one, other) =>
      one.createdAt === other.createdAt ? other.id - one.id : one.createdAt < other.createdAt ? 1 : -1
    )
