// Global ids in the service's format: a prefix for the kind, then a packed list of numbers in base64url.
// Source: https://docs.github.com/en/graphql/guides/using-global-node-ids

/** The object that a node id identifies. */
export interface NodeReference {
  readonly prefix: string
  readonly id: number
  /** The repository that the object belongs to. */
  readonly repositoryId: number | undefined
}

const uint32 = 0xce

/** A buffer that is reused for every id, because a page of a hundred records contains several hundred. */
const scratch = Buffer.alloc(12)

const pack = (one: number, other: number | undefined): string => {
  scratch[0] = other === undefined ? 0x92 : 0x93
  scratch[2] = uint32
  scratch.writeUInt32BE(one, 3)
  if (other === undefined) return scratch.toString("base64url", 0, 7)
  scratch[7] = uint32
  scratch.writeUInt32BE(other, 8)
  return scratch.toString("base64url")
}

/**
 * Prefixes of the service: `U` user, `O` organization, `R` repository, `I` issue, `PR` pull request, `IC` issue
 * comment, `LA` label, `MI` milestone, `RE` release, `REF` branch, `C` commit, `WFR` workflow run, `PVT` project,
 * `PVTI` project item, `G` gist.
 */
export const nodeId = (prefix: string, id: number, repositoryId?: number): string =>
  `${prefix}_${repositoryId === undefined ? pack(id, undefined) : pack(repositoryId, id)}`

/** Returns undefined if the text is not a node id. */
export const readNodeId = (text: string): NodeReference | undefined => {
  const [prefix, code, ...rest] = text.split("_")
  if (prefix === undefined || code === undefined || rest.length > 0) return undefined
  const bytes = Buffer.from(code, "base64url")
  if (bytes.length === 7) return { prefix, id: bytes.readUInt32BE(3), repositoryId: undefined }
  if (bytes.length === 12) return { prefix, id: bytes.readUInt32BE(8), repositoryId: bytes.readUInt32BE(3) }
  return undefined
}
