import * as Releases from "../client/Releases.ts"
import { Release } from "../schema/Release.ts"
import * as Listing from "./parts/listing.ts"

export const listReleases = Listing.over(Releases.list, {
  id: "codehost_list_releases",
  title: "List Releases",
  description: "Releases with their files, newest first.",
  scopes: ["repo"],
  item: Release,
  page: (client, query) => client.releases.page(query)
})
