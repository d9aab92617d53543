// Builds the records of releases.
// Source: schemas `release`, `release-asset`.

import { accountById } from "../accounts/accounts.ts"
import type { Site } from "../records/commit.ts"
import { nodeId } from "../records/node-id.ts"
import { encodePath } from "../records/urls.ts"
import { simpleUser } from "../records/user.ts"
import type { Asset, Release } from "./releases.ts"

const assetRecord = (site: Site, release: Release, asset: Asset) => ({
  url: `${site.url}/releases/assets/${asset.id}`,
  id: asset.id,
  node_id: nodeId("RA", asset.id, release.repositoryId),
  name: asset.name,
  label: "",
  uploader: simpleUser(site.urls, accountById(site.world, release.authorId)),
  content_type: asset.contentType,
  state: "uploaded",
  size: asset.sizeBytes,
  digest: null,
  download_count: asset.downloads,
  created_at: release.createdAt,
  updated_at: release.createdAt,
  browser_download_url: `${site.page}/releases/download/${encodePath(release.tag)}/${asset.name}`
})

export const releaseRecord = (site: Site, release: Release) => {
  const { page, url, urls, world } = site
  const self = `${url}/releases/${release.id}`
  return {
    url: self,
    assets_url: `${self}/assets`,
    upload_url: `${self}/assets{?name,label}`,
    html_url: release.draft
      ? `${page}/releases/tag/untagged-${release.id}`
      : `${page}/releases/tag/${encodePath(release.tag)}`,
    id: release.id,
    author: simpleUser(urls, accountById(world, release.authorId)),
    node_id: nodeId("RE", release.id, release.repositoryId),
    tag_name: release.tag,
    target_commitish: release.target,
    name: release.name,
    draft: release.draft,
    immutable: false,
    prerelease: release.prerelease,
    created_at: release.createdAt,
    updated_at: release.publishedAt ?? release.createdAt,
    published_at: release.publishedAt,
    assets: release.assets.map((asset) => assetRecord(site, release, asset)),
    tarball_url: release.draft ? null : `${url}/tarball/${encodePath(release.tag)}`,
    zipball_url: release.draft ? null : `${url}/zipball/${encodePath(release.tag)}`,
    body: release.body
  }
}
