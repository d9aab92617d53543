import * as Schema from "effect/Schema"

import * as Listing from "../internal/listing.ts"
import { Gist } from "../schema/Gist.ts"

export const listGistsForAUser = Listing.make({
  id: "codehost_list_gists_for_a_user",
  title: "List Gists for a User",
  description: "Public gists of a user; the account's own secret ones too.",
  scopes: [],
  query: {
    username: Schema.String,
    since: Schema.optionalKey(Schema.String)
  },
  item: Gist,
  page: (client, query) => client.gists.page(query)
})
