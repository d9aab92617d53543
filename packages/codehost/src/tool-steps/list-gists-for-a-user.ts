import * as Gists from "../client/Gists.ts"
import { Gist } from "../schema/Gist.ts"
import * as Listing from "./parts/listing.ts"

export const listGistsForAUser = Listing.over(Gists.list, {
  id: "codehost_list_gists_for_a_user",
  title: "List Gists for a User",
  description: "Public gists of a user; the account's own secret ones too.",
  scopes: [],
  item: Gist,
  page: (client, query) => client.gists.page(query)
})
